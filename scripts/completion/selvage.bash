# SPDX-License-Identifier: Apache-2.0
# bash completion of selvage: commands, options and their values as `--help` of the present build
# lists them, else files. Installed to share/bash-completion/completions; or source this file.

# What `selvage COMMAND --help` lists: options, commands, one a line.
_selvage_words() {
  "$@" --help 2> /dev/null | awk '
    /^Subcommands:/ { commands = 1; next }
    /^$/ { commands = 0 }
    /^  -/ { count = split($1, names, ","); for (i = 1; i <= count; ++i) print names[i]; next }
    commands { print $1 }'
}

# The values that the option OPTION of `selvage COMMAND` may have: _selvage_values OPTION COMMAND...
_selvage_values() {
  local option=$1
  shift
  "$@" --help 2> /dev/null | awk -v option="$option" '
    /^  -/ { count = split($1, names, ",")
      for (i = 1; i <= count; ++i)
        if (names[i] == option && match($2, /\{.*\}/)) {
          values = substr($2, RSTART + 1, RLENGTH - 2)
          gsub(",", "\n", values)
          print values
        } }'
}

_selvage() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words command i
  command=("${COMP_WORDS[0]}")
  # Words are commands as long as the help of those before lists them.
  for ((i = 1; i < COMP_CWORD; ++i)); do
    grep -qxF -- "${COMP_WORDS[i]}" <(_selvage_words "${command[@]}" | grep -v '^-') || break
    command+=("${COMP_WORDS[i]}")
  done
  [[ $before == -* ]] && words=$(_selvage_values "$before" "${command[@]}")
  [[ -n $words ]] || words=$(_selvage_words "${command[@]}")
  [[ $current == -* ]] || words=$(grep -v '^-' <<< "$words")
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  ((${#COMPREPLY[@]} > 0)) || mapfile -t COMPREPLY < <(compgen -f -- "$current")
}
complete -o filenames -F _selvage selvage
