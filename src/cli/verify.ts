import { Command } from 'commander'
import { defined } from '../base/defined.js'
import { ASSUMPTION, colouredVerdict, verdictText, verify } from '../index.js'
import { releaseAgainst, withAgainst } from './against.js'
import {
  type CommonFlags,
  type InputFlags,
  inputOptions,
  printJson,
  printStyled,
  withCommonFlags,
  withEngine,
  withInputFlags,
  withResources,
} from './common.js'
import type { Verb } from './verbs.js'

interface Flags extends CommonFlags, InputFlags {
  readonly against?: string[]
  readonly expect?: string
  readonly claim?: string
  readonly private?: string
  readonly assume?: string
  readonly key?: string
  readonly signer?: string
}

const verb: Verb = {
  command: async () =>
    withAgainst(
      withEngine(withInputFlags(withCommonFlags(new Command('verify')))).usage('RELEASE [--against LOG...] [options]'),
      'a release, or a file with --claim',
      'the original log: persons are counted in it',
    )
      .description('Check the claim of a release on its own files; or a stated claim on data that somebody else made.')
      .option('--expect <claim>', 'demand at least this claim: a profile, a plan file, or METHOD:k=30')
      .option('--claim <claim>', 'for foreign data: the claim to check, written the same way')
      .option('--private <dir>', 'the private folder of the run, if it is not beside the release: it knows who is who')
      .option('--assume <what>', `take for granted what the release cannot show: ${ASSUMPTION}`)
      .option('--key <file>', 'with --against: the key of shared queries, to make all shares again')
      .option(
        '--signer <file>',
        'who must have signed it: a public key (.pub), or allowed signers as ssh-keygen takes them',
      )
      .addHelpText(
        'after',
        `
Exit status: 0 the claim holds, 1 it does not, 3 it cannot be shown from what was given.

A release alone can contradict its claim; that it holds, it shows only together with its private folder or with the log. No release
shows differential privacy.

Examples:
  lethe verify release/
  lethe verify release/ --against log.tsv --expect google-eu
  lethe verify release/ --signer custodian.pub
  lethe verify shared.csv --claim rare-queries:k=30 --columns user=id,query=text`,
      )
      .action(async (words: string[], flags: Flags) => {
        const { release, logs: against } = releaseAgainst('verify', words, flags.against)
        const { expect, claim, private: privateDir, assume, key: keyFile, signer } = flags
        const verdict = await withResources(flags, (resources) =>
          verify(release, {
            ...defined({ against, expect, claim, privateDir, assume, keyFile, signer }),
            input: inputOptions(flags),
            ...resources,
          }),
        )
        if (flags.json) printJson(verdict)
        else printStyled(colouredVerdict, verdictText(verdict))
        process.exitCode = verdict.holds === true ? 0 : verdict.holds === false ? 1 : 3
      }),
}
export default verb
