import { Argument, Command } from 'commander'
import { bash } from './completion-scripts/bash.js'
import { fish } from './completion-scripts/fish.js'
import { places } from './completion-scripts/table.js'
import { zsh } from './completion-scripts/zsh.js'
import type { Verb } from './verbs.js'

const SHELLS = { bash, zsh, fish }

const verb: Verb = {
  command: async () =>
    new Command('completion')
      .description('Print a script that completes verbs, methods, attacks, measures and flags in a shell.')
      .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(SHELLS)))
      .addHelpText(
        'after',
        `
Examples:
  lethe completion bash > ~/.local/share/bash-completion/completions/lethe
  lethe completion zsh > ~/.zfunc/_lethe                          ~/.zfunc being a folder of $fpath
  lethe completion fish > ~/.config/fish/completions/lethe.fish`,
      )
      .action(async (shell: keyof typeof SHELLS) => {
        process.stdout.write(SHELLS[shell](await places()))
      }),
}
export default verb
