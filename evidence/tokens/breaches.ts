import { join } from 'node:path'
import type { Breaches } from '../../src/attacks/invert-tokens/breaches.js'
import { attack } from '../../src/run/attack.js'
import { release } from '../../src/run/release/index.js'
import { table } from './tables.js'

/** What the opened part of a release tells, counted over what was guessed right. */
export async function breachTables(
  { dir, log, reference }: { readonly dir: string; readonly log: string; readonly reference: string },
  [some, most]: readonly [number, number],
): Promise<string> {
  const out = join(dir, 'release')
  const plan = { steps: [{ method: 'token-hash', params: {} }], shows: {} }
  const { kept } = await release([log], { plan, out, ephemeralKey: true, truth: true, shows: { link: 'session' } })
  const told = async (vocabulary: number) => {
    const result = await attack('invert-tokens', out, {
      params: { vocabulary, breaches: true },
      reference: [reference],
      truth: `${out}.private`,
    })
    return (result.scored as { breaches: Required<Breaches> }).breaches
  }
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

${number(kept.rows)} rows of ${number(kept.users ?? 0)} sessions, hashed; the reference as above. Counted over hashes that the informed attack mapped right, at a vocabulary of
${number(some)} and of ${number(most)}. The generator writes hardly any adult terms. The source's figures are lost in its text.

Sessions that hold ... (a non-star name occurs fewer than ten times):

${table(head, rows('sessions'))}

Distinct entities, and distinct queries with two of them:

${table(head, rows('queries'))}`
}
