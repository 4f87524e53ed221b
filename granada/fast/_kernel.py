"""Import the compiled kernel under the name that this package uses; raise ImportError if there is none."""

from granada.fast.finding import kernel

globals().update({name: value for name, value in vars(kernel()).items() if not name.startswith("__")})
