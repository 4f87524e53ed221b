"""What the compiled kernel offers, by the name that this room knows; an ImportError where there is no kernel."""

from granada.fast.finding import kernel

globals().update({name: value for name, value in vars(kernel()).items() if not name.startswith("__")})
