import { type Claim, near } from '../claims.js'
import { COLUMNS, type Curves, type Sizes } from './results.js'
import { plot, type Row, table } from './words.js'

/** A part of the page: its table, for a file beside the page, and what is held against the source. */
export interface Shown {
  readonly file: string
  readonly claims: readonly Claim[]
}

const claim = (item: string, what: string, theirs: number, ours: number, unit?: '%'): Claim =>
  near({ source: '[Erola13]', item, what, theirs, ours, ...(unit && { unit }) })

/** Something that the source says of all cases: it is confirmed if it holds in all. */
const everywhere = (item: string, what: string, cases: number, ours: number): Claim => ({
  ...claim(item, what, cases, ours),
  within: 0,
})

export function curvesShown({ names, levels, losses }: Curves, { by }: Sizes): Shown {
  const rowsOf = (all: readonly (readonly number[])[]): Row[] =>
    by.map((k, i) => [k, 100 / k, ...all.map((values) => values[i]!)])
  const drawn = (all: readonly (readonly number[])[]) => names.map((name, i) => ({ name, values: all[i]! }))
  const ideal = { name: '100/k', values: by.map((k) => 100 / k) }
  const own = names.indexOf('syntactic')
  const at = (all: readonly (readonly number[])[], k: number) => all[own]?.[by.indexOf(k)] ?? Number.NaN
  const file = `# Figures 5.3, 5.4: exposure and loss by k

## PEL

${table(['k', '100/k', ...names], rowsOf(levels))}
${plot('PEL', 'k', by, [ideal, ...drawn(levels)])}
## ILR

${table(['k', '100/k', ...names], rowsOf(losses))}
${plot('ILR', 'k', by, drawn(losses))}`
  return {
    file,
    claims: [
      claim('Figure 5.3', 'PEL of the syntactic method at k = 2', 50, at(levels, 2), '%'),
      claim('Figure 5.3', 'PEL of the syntactic method at k = 10', 10, at(levels, 10), '%'),
      claim('Figure 5.4', 'ILR of the syntactic method at k = 3', 10, at(losses, 3), '%'),
      claim('Figure 5.4', 'ILR of the syntactic method at k = 35', 50, at(losses, 35), '%'),
    ],
  }
}

export function frequentShown(rows: readonly (readonly number[])[]): Shown {
  const same = rows.filter(([, shared]) => shared! >= 0.9).length
  return {
    file: `# Figures 5.7, 5.8: the ten most frequent, syntactic method

${table(['k', 'top 10 queries kept', 'top 10 words kept'], rows)}`,
    claims: [
      everywhere('Figure 5.7', 'k at which nine or ten of the ten most frequent queries stay so', rows.length, same),
    ],
  }
}

export function clustersShown(
  rows: readonly (readonly number[])[],
  { clusteredFor, clusters, clusteredUsers }: Sizes,
): Shown {
  const of = (k: number, column: number) => rows.filter((row) => row[0] === k).map((row) => row[column]!)
  const drawn = (title: string, column: number) =>
    plot(
      title,
      'clusters',
      clusters,
      clusteredFor.map((k) => ({ name: `k = ${k}`, values: of(k, column) })),
    )
  const rising = (column: number) => clusteredFor.filter((k) => of(k, column).at(-1)! > of(k, column)[0]!).length
  // Two even partitions that know nothing of each other: a pair is together in each with the chance 1/c.
  const chance = rows.map(([k = 0, c = 0, jaccard = 0, rand = 0]) => [
    k,
    c,
    jaccard,
    1 / (2 * c - 1),
    rand,
    1 / c ** 2 + (1 - 1 / c) ** 2,
  ])
  const claimed = (name: string, column: number) =>
    everywhere(
      'Figure 5.5',
      `k at which the ${name} index comes nearer to 1 with more clusters`,
      clusteredFor.length,
      rising(column),
    )
  return {
    file: `# Figures 5.5, 5.6: clusters of users before and after

On ${clusteredUsers} of the users, k-means with the syntactic distance. *By chance*: two partitions into as many even clusters that know nothing of each other.

${table(['k', 'clusters', 'Jaccard', 'by chance', 'Rand', 'by chance'], chance)}
${drawn('Jaccard index', 2)}
${drawn('Rand index', 3)}`,
    claims: [
      claimed('Rand', 3),
      { ...claimed('Jaccard', 2), cause: 'for even clusters it goes to 0 by chance: *Jaccard and Rand*' },
    ],
  }
}

export function remainsShown({
  rows,
  ratio,
}: {
  readonly rows: readonly (readonly number[])[]
  readonly ratio: number
}): Shown {
  const cells = rows.flatMap(([, k = 1, ...levels]) => levels.map((share) => share > 100 / k))
  const at5 = (count: number) => rows.find(([of, k]) => of === count && k === 5)?.[6] ?? Number.NaN
  return {
    file: `# Figures 5.10 to 5.12: what remains of categories (SRP, in per cent)

${table(
  ['categories a term', 'k', 'worst case', 'level 1', 'level 2', 'level 3', 'level 4', 'level 5'],
  rows.map(([count = 0, k = 1, ...levels]) => [count, k, 100 / k, ...levels]),
)}`,
    claims: [
      everywhere(
        '§5.4',
        'cases (categories, k, level) in which SRP is above the worst case 1/k',
        cells.length,
        cells.filter(Boolean).length,
      ),
      claim('§5.4', 'points of SRP gained by five categories over one, k = 5, level 5', 10, at5(5) - at5(1)),
      claim('§5.4', 'time with five categories, of that with one', 3, ratio),
    ],
  }
}

export function methodsShown(rows: readonly Row[], { users, by }: Sizes): Shown {
  const of = (name: string, column: string) =>
    rows.filter((row) => row[0] === name).map((row) => row[COLUMNS.indexOf(column)] as number)
  const names = [...new Set(rows.filter((row) => /^k = \d+$/.test(String(row[1]))).map((row) => String(row[0])))]
  // The source compares k from 2 to 7.
  const places = [...by.keys()].filter((i) => by[i]! <= 7)
  const cases = (column: string, name: string, holds: (own: number, other: number) => boolean) =>
    places.filter((i) => names.every((other) => holds(of(name, column)[i]!, of(other, column)[i]!))).length
  const [atMost, atLeast] = [(a: number, b: number) => a <= b + 1e-9, (a: number, b: number) => a >= b - 1e-9]
  const removal = (name: string, parameter: string, column: string) =>
    (rows.find((row) => row[0] === name && row[1] === parameter)?.[COLUMNS.indexOf(column)] as number) ?? Number.NaN
  const drawn = (title: string, column: string) =>
    plot(
      title,
      'k',
      by,
      names.map((name) => ({ name, values: of(name, column) })),
    )
  return {
    file: `# Figures 5.13 to 5.19: all methods side by side

IL compares ${Math.round(users / 12.5)} clusters (the source: 80). Korolova: epsilon ln 10, delta 1e-4; rows of the queries that it publishes. *Safe*: with --min-users.

${table(COLUMNS, rows)}
${drawn('IL', 'IL')}
${drawn('RL with queries', 'RL')}`,
    claims: [
      everywhere(
        'Figure 5.13',
        'k from 2 to 7 at which the semantic method loses least (IL, 80 clusters)',
        places.length,
        cases('IL', 'semantic', atMost),
      ),
      everywhere(
        'Figure 5.13',
        'k from 2 to 7 at which equality alone loses most (IL)',
        places.length,
        cases('IL', 'not semantic', atLeast),
      ),
      everywhere(
        'Figure 5.16',
        'k from 2 to 7 at which equality alone is linked most (RL)',
        places.length,
        cases('RL', 'not semantic', atLeast),
      ),
      everywhere(
        'Figure 5.17',
        'k from 2 to 7 at which it is linked least by categories',
        places.length,
        cases('RL categories', 'semantic', atMost),
      ),
      claim(
        'Figure 5.16',
        'RL of Poblete at K = 10 (told for all above 5)',
        63,
        removal('Poblete', 'K = 10', 'RL'),
        '%',
      ),
      claim('Figure 5.16', 'RL of Korolova at d = 1', 25, removal('Korolova', 'd = 1', 'RL'), '%'),
    ],
  }
}
