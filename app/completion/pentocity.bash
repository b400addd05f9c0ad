# Completes command lines of pentocity in bash: the program says what may follow, and if files may, it succeeds.
_pentocity() {
  local offered word=${COMP_WORDS[COMP_CWORD]#=}
  if offered=$("${COMP_WORDS[0]}" --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null); then
    compopt -o filenames 2>/dev/null
    offered+=$'\n'$(compgen -P "${word%"${word##*,}"}" -f -- "${word##*,}")
  fi
  mapfile -t COMPREPLY < <(cut -f 1 <<<"$offered" | grep .)
}
complete -F _pentocity pentocity
