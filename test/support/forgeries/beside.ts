import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Forgery, stating } from './forgery.js'

const hex = (text: string) => Buffer.from(text.padEnd(16)).toString('hex')

/** Lies that stand beside the texts: in tags, days, ranks, in fields and names of the manifest that nobody counts. */
export const BESIDE: readonly Forgery[] = [
  {
    lie: 'tags that spell what was asked',
    of: 'tagged',
    forge: ({ rows }) =>
      rows(() => ['clinic dr. who', 'john smith hiv+'].map((said) => ({ tag: hex(said), day: '2024-05-01' }))),
    alone: null,
    against: null,
  },
  {
    lie: 'a tag beside a query that is shown',
    of: 'tagged',
    forge: ({ rows }) => rows((all) => all.map((row) => ({ ...row, tag: hex('alice') }))),
    alone: false,
    against: false,
  },
  {
    lie: 'a version whose words are not known, and nothing unprotected',
    of: 'rare',
    forge: stating((manifest) => {
      manifest.software.version = '0.1.0'
      Object.assign(manifest.guarantee, { notProtected: [], assumptions: ['Certified: nobody can be recognised.'] })
    }),
    alone: null,
    against: null,
  },
  {
    lie: 'text in a field that the method does not write',
    of: 'rare',
    forge: stating((manifest) => Object.assign(manifest, { more: { knowledge: 'table abc', n: 123_456_789 } })),
    alone: false,
    against: false,
  },
  {
    lie: 'a sentence where the version of a knowledge base should stand',
    of: 'twins',
    forge: stating((manifest) => Object.assign(manifest, { more: { knowledge: 'john smith asked for the clinic' } })),
    alone: null,
    against: null,
  },
  {
    lie: 'a profile that is a sentence',
    of: 'rare',
    forge: stating((manifest) => Object.assign(manifest, { profile: 'google-eu (approved by the authority)' })),
    alone: 'refused',
    against: 'refused',
  },
  {
    lie: 'a variant that nobody wrote',
    of: 'variants',
    forge: ({ rows }) =>
      rows((all) => all.map((row) => (row.query === 'weather map' ? { ...row, query: 'weather!!map ☎☂' } : row))),
    alone: null,
    against: false,
  },
  {
    lie: 'ranks that are telephone numbers',
    of: 'ranked',
    forge: ({ rows }) => rows((all) => all.map((row) => ({ ...row, rank: '4915112345678' }))),
    alone: false,
    against: false,
  },
  {
    lie: 'ranks that the log does not have',
    of: 'ranked',
    forge: ({ rows }) => rows((all) => all.map((row, i) => ({ ...row, rank: String(1000 + i) }))),
    alone: null,
    against: false,
  },
  {
    lie: 'days that number the rows',
    of: 'rare',
    forge: ({ rows }) => rows((all) => all.map((row, i) => ({ ...row, day: `1${String(100 + i)}-01-01` }))),
    alone: null,
    against: false,
  },
  {
    lie: 'a further column that the log does not have',
    of: 'rare',
    forge: further('country', 'alice of 5 main street'),
    alone: null,
    against: null,
  },
  {
    lie: 'a further column that is called like one of ours in other letters',
    of: 'rare',
    forge: further('Query', 'clinic of doctor who'),
    alone: 'refused',
    against: 'refused',
  },
  {
    lie: 'a further column by which an engine numbers rows',
    of: 'rare',
    forge: further('rowid', '7'),
    alone: false,
    against: false,
  },
  {
    lie: 'tags that no step makes',
    of: 'rare',
    forge: ({ manifest, edit }) => {
      manifest((stated) =>
        stated.columns.splice(1, 0, { name: 'tag', type: 'text', meaning: 'stands for a withheld query' }),
      )
      edit('data.tsv', (text) =>
        text.replaceAll(/^([^\t\n]+)\t/gm, (_, cell) => `${cell}\t${cell === 'query' ? 'tag' : ''}\t`),
      )
    },
    alone: false,
    against: false,
  },
  {
    lie: 'tables of shares that are described in sentences',
    of: 'shared',
    forge: stating((manifest) => {
      manifest.tables[0].columns[1].meaning = 'john smith asked for the clinic'
    }),
    alone: null,
    against: null,
  },
  {
    lie: 'a sentence as the column that was counted within',
    of: 'rare',
    forge: stating((manifest) => {
      manifest.steps[0].params.within = 'john smith of 5 main street'
    }),
    alone: false,
    against: false,
  },
  {
    lie: 'a number that is a text',
    of: 'rare',
    forge: stating((manifest) => {
      manifest.steps[0].params.k = '  5\t'
    }),
    alone: false,
    against: false,
  },
  {
    lie: 'bytes of the manifest that are no text',
    of: 'ranked',
    forge: ({ dir, manifest }) => {
      manifest((stated) => Object.assign(stated, { profile: 'xxxx' }))
      const path = join(dir, 'manifest.json')
      const bytes = readFileSync(path)
      bytes.set([0xff], bytes.indexOf('the log'))
      writeFileSync(path, bytes)
    },
    alone: false,
    against: false,
  },
  {
    lie: 'combinations of more terms than can be counted',
    of: 'km',
    forge: stating((manifest) => Object.assign(manifest.guarantee, { m: 100_000_000 })),
    alone: 'refused',
    against: 'refused',
  },
  {
    lie: 'runs of more words than can be counted',
    of: 'words',
    forge: stating((manifest) => Object.assign(manifest.guarantee, { n: 3000 })),
    alone: 'refused',
    against: 'refused',
  },
  {
    lie: 'more shares than there are numbers',
    of: 'shared',
    forge: stating((manifest) => Object.assign(manifest.guarantee, { t: Number.MAX_SAFE_INTEGER })),
    alone: 'refused',
    against: 'refused',
  },
]

/** A column of the custodian's own, with its warning, as an honest release would have it. */
function further(name: string, cell: string): Forgery['forge'] {
  return ({ manifest, edit }) => {
    manifest((stated) => {
      stated.columns.push({ name, type: 'text', meaning: 'as in the log' })
      stated.guarantee.notProtected.push(
        `The column ${name} is released as it stands in the log, beside every shown text.`,
      )
    })
    edit('data.tsv', (text) =>
      text.replaceAll(/^(.+)$/gm, (line: string, _: string, at: number) => `${line}\t${at === 0 ? name : cell}`),
    )
  }
}
