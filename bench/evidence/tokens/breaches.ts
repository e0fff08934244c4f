import { join } from 'node:path'
import type { Breaches } from '../../../src/attacks/invert-tokens/breaches.js'
import { attack } from '../../../src/run/attack.js'
import { release } from '../../../src/run/release.js'
import { withLogs } from './made.js'
import { table } from './tables.js'

/** What the opened part of a release tells, counted over what was guessed right. */
export function breachTables(quick: boolean): Promise<string> {
  const users = quick ? 200 : 5000
  return withLogs(users, async ({ dir, log, reference }) => {
    const out = join(dir, 'release')
    const plan = { steps: [{ method: 'token-hash', params: {} }], shows: {} }
    const { kept } = await release([log], { plan, out, ephemeralKey: true, truth: true, shows: { link: 'session' } })
    const told = async (vocabulary: number) => {
      const result = await attack('invert-tokens', out, {
        params: { vocabulary, breaches: true, context: vocabulary },
        reference: [reference],
        truth: `${out}.private`,
      })
      return (result.scored as { breaches: Required<Breaches> }).breaches
    }
    const [some, most] = quick ? [200, 1600] : [1000, 8000]
    const [few, many] = [await told(some), await told(most)]
    const number = (value: number) => value.toLocaleString('en')
    const head = ['', `top ${number(some)}`, `top ${number(most)}`]
    const rows = (part: 'sessions' | 'queries') =>
      Object.keys(few[part]).map((key) => [
        key.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`),
        number((few[part] as Record<string, number>)[key]!),
        number((many[part] as Record<string, number>)[key]!),
      ])
    return `## What a broken log reveals

${number(kept.rows)} rows of ${number(users)} people in ${number(kept.users)} sessions, hashed; a reference of as many other people. Counted over hashes that the informed attack mapped right, at a vocabulary of
${number(some)} and of ${number(most)}. The generator writes no adult terms. The source's figures are lost in its text.

Sessions that hold ... (a non-star name occurs fewer than ten times):

${table(head, rows('sessions'))}

Distinct entities, and distinct queries with two of them:

${table(head, rows('queries'))}`
  })
}
