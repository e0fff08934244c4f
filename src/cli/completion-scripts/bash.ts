import { tables } from './posix.js'
import type { Place } from './table.js'

/** Bash from 3.2 on, which has no tables of its own. What is not known is a file: bash completes that itself. */
export function bash(places: readonly Place[]): string {
  return `# lethe in bash. Save it:  lethe completion bash > ~/.local/share/bash-completion/completions/lethe
${tables(places)}
_lethe() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}" verb="\${COMP_WORDS[1]}" choices= word
  # --flag=value comes as three words
  if [ "$cur" = = ]; then cur=; elif [ "$prev" = = ]; then prev="\${COMP_WORDS[COMP_CWORD - 2]}"; fi
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    choices="$(_lethe_words '') help --help --version"
  elif choices=$(_lethe_values "$verb $prev"); then
    :
  elif [ "\${cur#-}" != "$cur" ]; then
    choices=$(_lethe_flags "$verb")
    for word in "\${COMP_WORDS[@]:2}"; do
      [ "$word" = "$cur" ] || choices="$choices $(_lethe_flags "$verb $word")"
    done
  elif [ "$COMP_CWORD" -eq 2 ]; then
    choices=$(_lethe_words "$verb")
  fi
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$choices" -- "$cur")
}
complete -o default -F _lethe lethe
`
}
