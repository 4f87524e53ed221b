_granada() {
  local offered="" current="${COMP_WORDS[COMP_CWORD]}"
  case "${COMP_WORDS[1]}" in
@CASES@  esac
  case "${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD-1]}" in
@CHOICES@  esac
  [ "$COMP_CWORD" -eq 1 ] && offered='@FIRST@'
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
}
complete -o default -F _granada granada
