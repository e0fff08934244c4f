import type { AttackResult } from '../attack.js'
import type { Band, scoreMapping } from './score.js'

const percent = (share: number) => `${(100 * share).toFixed(1)}%`
const of = ({ correct, matchable, accuracy }: Band) => `${percent(accuracy)} (${correct} of ${matchable})`

/** The result in words. */
export function describe(result: AttackResult): string[] {
  const { guesses, scored } = result
  const what = result.of === 'tags' ? 'tags' : 'hashes'
  const lines = [`${guesses} of ${String(result.hashes)} ${what} were given a meaning (${String(result.model)}).`]
  if (scored === undefined) return [...lines, 'With --truth they are held against what they stand for.']
  const found = scored as unknown as ReturnType<typeof scoreMapping>
  return [
    ...lines,
    `Right: ${of(found)} of those whose meaning is among the ${found.n} most frequent of the reference.`,
    `More frequent half ${of(found.halves.top)}, less frequent half ${of(found.halves.bottom)}.`,
    ...found.byConfidence.map((band) => `Surest ${percent(band.surest)}: ${of(band)}`),
  ]
}
