import { Argument, Command } from 'commander'
import { defined } from '../base/defined.js'
import { engineCheck, engineClean } from '../index.js'
import { type CommonFlags, print, printJson, withCommonFlags, withResources } from './common.js'
import type { Verb } from './verbs.js'

interface Flags extends CommonFlags {
  readonly look?: boolean
  readonly all?: boolean
}

function stateOf({ underWay, removed }: { readonly underWay: boolean; readonly removed: boolean }): string {
  if (removed) return 'removed'
  return underWay ? 'of a run that may be under way (--all removes it too)' : 'left behind'
}

const verb: Verb = {
  command: async () =>
    withCommonFlags(
      new Command('engine')
        .description(
          'Ask a Spark cluster, before a log is there, what a run would ask it: its version, the rights and the storage of a run, what its web interface shows, whether our own code can run on its workers. Or remove what killed runs left there.',
        )
        .addArgument(new Argument('<what>', 'check, or clean').choices(['check', 'clean']))
        .argument('<address>', 'sc://HOST:PORT/;token=WORD;use_ssl=true;scratch=PLACE')
        .argument(
          '[places...]',
          'check: where releases are to be written (-o); clean: where they were to be, and a killed run did not finish',
        )
        .option('--look', 'clean: only tell what there is')
        .option(
          '--all',
          'clean: also what may be of a run under way: one that was heard of within ten minutes, or a folder of the last day that no catalog knows',
        ),
    )
      .addHelpText('after', '\nExit status: 0 all is as it should be; 1 something is not.')
      .action((what: 'check' | 'clean', address: string, places: string[], flags: Flags) =>
        withResources(flags, async (resources) => {
          if (what === 'check') {
            const checked = await engineCheck(address, resources, places)
            if (flags.json) printJson(checked)
            else
              print(
                ...checked.findings.map(({ what: of, holds, says }) => `${holds ? 'ok ' : 'NO '} ${of}: ${says}`),
                ...checked.works.map((one) => `works there: ${one}`),
                ...checked.doesNot.map((one) => `does not: ${one}`),
              )
            if (!checked.holds) process.exitCode = 1
            return
          }
          const { found } = await engineClean(
            address,
            { ...defined({ look: flags.look, all: flags.all }), places },
            resources,
          )
          if (flags.json) printJson({ found })
          else if (found.length === 0) print('Nothing was left behind.')
          else print(...found.map(({ name, ...is }) => `${name}: ${stateOf(is)}`))
          if (found.some(({ underWay, removed }) => !underWay && !removed)) process.exitCode = 1
        }),
      ),
}
export default verb
