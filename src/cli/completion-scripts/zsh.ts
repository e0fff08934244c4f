import { tables } from './posix.js'
import type { Place } from './table.js'

/** Zsh with its completion system. */
export function zsh(places: readonly Place[]): string {
  return `#compdef lethe
# lethe in zsh. Save it in a folder of $fpath:  lethe completion zsh > ~/.zfunc/_lethe
${tables(places)}
_lethe() {
  local verb="$words[2]" prev="$words[CURRENT-1]" word choices
  if (( CURRENT == 2 )); then
    compadd -- \${=$(_lethe_words '')} help
  elif choices="$(_lethe_values "$verb $prev")"; then
    if [[ -n "$choices" ]]; then compadd -- \${=choices}; fi
    _files
  elif [[ "$PREFIX" == -* ]]; then
    choices="$(_lethe_flags "$verb")"
    for word in "\${(@)words[3,CURRENT-1]}"; do choices="$choices $(_lethe_flags "$verb $word")"; done
    compadd -- \${=choices}
  else
    if (( CURRENT == 3 )) && choices="$(_lethe_words "$verb")"; then compadd -- \${=choices}; fi
    _files
  fi
}
# Loaded by its name the file is the function; read in another way it only makes it known.
if [[ "$funcstack[1]" == _lethe ]]; then _lethe "$@"; else compdef _lethe lethe; fi
`
}
