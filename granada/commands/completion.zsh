#compdef granada
_granada() {
  local -a offered
  case "$words[2]" in
@CASES@  esac
  case "$words[2] $words[CURRENT-1]" in
@CHOICES@  esac
  (( CURRENT == 2 )) && offered=(@FIRST@)
  compadd -- $offered
  (( CURRENT > 2 )) && _files
}
compdef _granada granada
