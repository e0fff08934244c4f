import { Command } from 'commander'
import { ATTACKERS } from '../attacks/attack.js'
import { loadAttacks } from '../attacks/index.js'
import { flagOf } from '../base/params.js'
import { loadTrials } from '../trials/index.js'
import { print, printJson } from './common.js'
import type { Verb } from './main.js'

const verb: Verb = {
  command: async () =>
    new Command('attacks')
      .description('The attacks, which look at a release, and the trials, which make releases to look at.')
      .option('--json', 'one JSON document on standard output')
      .action(async (flags: { json?: boolean }) => {
        const attacks = (await loadAttacks()).map(({ name, summary, paper, attacker, params, needs }) => ({
          name,
          kind: 'attack',
          summary,
          paper,
          attacker,
          params,
          needs,
        }))
        const trials = (await loadTrials()).map(({ name, summary, params }) => ({
          name,
          kind: 'trial',
          summary,
          params,
        }))
        if (flags.json) {
          printJson([...attacks, ...trials])
          return
        }
        for (const { name, summary, paper, attacker, params, needs } of attacks) {
          print(
            `${name} (attack)`,
            `  ${summary}`,
            `  attacker: ${attacker}, who ${ATTACKERS[attacker]}`,
            `  source: ${paper.title} [${paper.key}]`,
          )
          if (needs.length > 0) print(`  needs ${needs.map((need) => `--${need}`).join(', ')}`)
          print(...Object.entries(params).map(([key, param]) => `  ${flagOf(key).padEnd(14)} ${param.help}`), '')
        }
        for (const { name, kind, summary, params } of trials) {
          print(`${name} (${kind})`, `  ${summary}`)
          print(...Object.entries(params).map(([key, param]) => `  ${flagOf(key).padEnd(14)} ${param.help}`), '')
        }
      }),
}
export default verb
