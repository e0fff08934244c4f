import { writeFileSync } from 'node:fs'
import { seededRandom } from '../../src/random/seeded.js'

/** What a made-up crowd asks: how many persons, how many texts they share, and how many rows a heavy one has. */
export interface Crowd {
  readonly persons: number
  readonly texts: number
  /** Share of persons with many rows. */
  readonly heavy: number
  readonly rows: number
  readonly seed: number
}

const CROWD: Crowd = { persons: 2500, texts: 300, heavy: 0.2, rows: 120, seed: 1 }

/**
 * Writes a log of a crowd as TSV (user, query, time, url): texts of one to three words by Zipf's law, some rows nobody else has, heavy persons
 * far above any bound on what one may give, repeated queries, sessions of several queries, clicks on few sites.
 */
export function writeCrowd(path: string, more: Partial<Crowd> = {}): string {
  const { persons, texts, heavy, rows, seed } = { ...CROWD, ...more }
  const random = seededRandom(seed)
  const weights = Array.from({ length: texts }, (_, i) => (i + 20) ** -0.9)
  let total = 0
  const sums = weights.map((weight) => (total += weight))
  const any = () => {
    const drawn = random.unit() * total
    return sums.findIndex((sum) => drawn < sum)
  }
  const text = (i: number) => `w${i % 97} ${i % 3 === 0 ? `v${i}` : `v${i} u${i % 11}`}`
  const lines = ['user\tquery\ttime\turl']
  for (let person = 0; person < persons; person++) {
    const many = 1 + random.below(random.unit() < heavy ? rows : 8)
    let minute = random.below(20_000)
    for (let row = 0; row < many; row++) {
      minute += random.below(4) === 0 ? 60 + random.below(900) : random.below(9)
      const own = random.below(25) === 0
      const query = own ? `only ${person} ${row}` : text(any())
      const time = new Date(Date.UTC(2024, 0, 1) + minute * 60_000).toISOString().slice(0, 19).replace('T', ' ')
      const url = random.below(2) === 0 ? '' : `http://site${random.below(3)}.example/${query.length % 5}`
      lines.push(`p${person}\t${query}\t${time}\t${url}`)
    }
  }
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}
