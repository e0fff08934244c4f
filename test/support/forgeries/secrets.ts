import { restate } from '../forged.js'
import { type Forgery, pseudonym, stating } from './forgery.js'

export const SECRETS: readonly Forgery[] = [
  {
    lie: 'a larger t throughout: texts open early',
    of: 'shared',
    forge: stating((manifest) => {
      restate(manifest, { t: 6 }, { t: 6 }, [
        ['at least 3', 'at least 6'],
        ['3 or more', '6 or more'],
        ['fewer than 3', 'fewer than 6'],
      ])
      manifest.more.t = 6
    }),
    alone: false,
    against: false,
  },
  {
    lie: 'a t for readers that is not the one promised',
    of: 'shared',
    forge: stating((manifest) => {
      manifest.more.t = 9
    }),
    alone: false,
    against: false,
  },
  {
    lie: 'a share that stands twice',
    of: 'shared',
    forge: ({ rows }) => rows((all) => [...all, all[0]!], 'shares.tsv'),
    alone: false,
    against: false,
  },
  {
    lie: 'two values at one point',
    of: 'shared',
    forge: ({ rows }) => rows((all) => [...all, { ...all[0]!, y: pseudonym(7) }], 'shares.tsv'),
    alone: false,
    against: false,
  },
  {
    lie: 'shares of a tag that no row has',
    of: 'shared',
    forge: ({ rows }) => rows((all) => [...all, { tag: pseudonym(1), x: pseudonym(2), y: pseudonym(3) }], 'shares.tsv'),
    alone: false,
    against: false,
  },
  {
    lie: 'text in the place of a ciphertext',
    of: 'shared',
    forge: ({ rows }) =>
      rows(
        (all) => all.map((row, i) => (i === 0 ? { ...row, text: Buffer.from('my own street').toString('hex') } : row)),
        'ciphertexts.tsv',
      ),
    alone: false,
    against: false,
  },
  {
    lie: 'shares of persons who never asked, for a query that stays closed',
    of: 'shared',
    forge: ({ rows }) =>
      rows((all) => {
        const counts = new Map<string, number>()
        for (const { tag = '' } of all) counts.set(tag, (counts.get(tag) ?? 0) + 1)
        const [alone = ''] = [...counts].find(([, n]) => n === 1) ?? []
        return [...all, { tag: alone, x: pseudonym(2), y: pseudonym(3) }]
      }, 'shares.tsv'),
    alone: null,
    against: null, // with the key it is refuted
  },
  {
    lie: 'a share that is text among those of an open query',
    of: 'shared',
    forge: ({ rows }) =>
      rows((all) => {
        const { tag = '' } = all.find(({ tag }) => all.filter((other) => other.tag === tag).length >= 5)!
        return [...all, { tag, x: spelt('john smith, hiv+'), y: spelt('alice@example.or') }]
      }, 'shares.tsv'),
    alone: false,
    against: false,
  },
  {
    lie: 'days of shared rows that number them',
    of: 'shared',
    forge: ({ rows }) => rows((all) => all.map((row, i) => ({ ...row, day: `1${String(100 + i)}-01-01` }))),
    alone: null,
    against: false,
  },
]

function spelt(text: string): string {
  return Buffer.from(text).toString('hex')
}
