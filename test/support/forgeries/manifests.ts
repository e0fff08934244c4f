import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { restate } from '../forged.js'
import { claimK, type Forgery, first, stating } from './forgery.js'

export const MANIFESTS: readonly Forgery[] = [
  {
    lie: 'no steps, and a sentence: perfectly anonymous',
    of: 'rare',
    forge: stating((manifest) => {
      manifest.steps = []
      manifest.guarantee.sentence = 'Perfectly anonymous.'
    }),
    alone: null,
    against: null,
  },
  {
    lie: 'a method that does not exist, and a sentence',
    of: 'rare',
    forge: stating((manifest) => {
      manifest.steps[0].method = 'magic'
      manifest.guarantee.sentence = 'Perfectly anonymous.'
    }),
    alone: null,
    against: null,
  },
  {
    lie: 'an unknown step behind the known one',
    of: 'linked',
    forge: stating((manifest) => manifest.steps.push({ method: 'magic', params: {} })),
    alone: null,
    against: null,
  },
  {
    lie: 'a parameter that the method does not have',
    of: 'rare',
    forge: stating((manifest) => Object.assign(manifest.steps[0].params, { certified: true })),
    alone: null,
    against: null,
  },
  {
    lie: 'a sentence that promises more than the numbers',
    of: 'rare',
    forge: stating(({ guarantee }) => Object.assign(guarantee, { sentence: 'Nobody can be recognised on any day.' })),
    alone: false,
    against: false,
  },
  {
    lie: 'nothing is said not to be protected',
    of: 'rare',
    forge: stating(({ guarantee }) => Object.assign(guarantee, { notProtected: [] })),
    alone: false,
    against: false,
  },
  {
    lie: 'no assumptions',
    of: 'rare',
    forge: stating(({ guarantee }) => Object.assign(guarantee, { assumptions: [] })),
    alone: false,
    against: false,
  },
  {
    lie: 'a version to come, and its words',
    of: 'rare',
    forge: stating((manifest) => {
      manifest.software.version = '9.9.9'
      manifest.guarantee.sentence = 'Perfectly anonymous.'
    }),
    alone: null,
    against: null,
  },
  {
    lie: 'another program',
    of: 'rare',
    forge: stating((manifest) => Object.assign(manifest.software, { name: 'styx' })),
    alone: 'refused',
    against: 'refused',
  },
  {
    lie: 'a field that certifies',
    of: 'rare',
    forge: stating((manifest) => Object.assign(manifest, { certifiedBy: 'the authority' })),
    alone: null,
    against: null,
  },
  {
    lie: 'a field within a column that certifies',
    of: 'rare',
    forge: stating((manifest) => Object.assign(manifest.columns[0], { safe: true })),
    alone: null,
    against: null,
  },
  {
    lie: 'more to know that nobody knows',
    of: 'rare',
    forge: stating((manifest) => {
      manifest.more = { audit: 'passed' }
    }),
    alone: null,
    against: null,
  },
  {
    lie: 'a field of the manifest that stands twice, once with text of the log',
    of: 'rare',
    forge: ({ edit }) => edit('manifest.json', (text) => first(text, '{', '{\n  "format": "clinic of doctor who",')),
    alone: false,
    against: false,
  },
  {
    lie: 'blanks in the manifest that spell something',
    of: 'rare',
    forge: ({ edit }) => edit('manifest.json', (text) => first(text, ':', ' \t :')),
    alone: false,
    against: false,
  },
  {
    lie: 'a larger k in the promise alone',
    of: 'rare',
    forge: stating(({ guarantee }) => Object.assign(guarantee, { k: 8 })),
    alone: false,
    against: false,
  },
  {
    lie: 'a larger k throughout, of rows',
    of: 'rare',
    forge: stating(claimK(9)),
    alone: false, // 8 rows of weather map
    against: false,
  },
  {
    lie: 'a larger k throughout, of pseudonyms',
    of: 'linked',
    forge: stating(claimK(9)),
    alone: false,
    against: false,
  },
  {
    lie: 'a larger number for hosts throughout',
    of: 'linked',
    forge: stating((manifest) =>
      restate(manifest, { hostK: 10 }, { hostK: 10 }, [['belongs to at least 5', 'belongs to at least 10']]),
    ),
    alone: false,
    against: false,
  },
  {
    lie: 'a promise of another kind than the steps make',
    of: 'linked',
    forge: stating((manifest) => {
      const { hostK, ...rest } = manifest.guarantee
      manifest.guarantee = { ...rest, kind: 'identical-users', minUsers: 1, l: 1 }
    }),
    alone: false,
    against: false,
  },
  {
    lie: 'of joined promises one is left out',
    of: 'joined',
    forge: stating(({ guarantee }) => {
      delete guarantee.also
    }),
    alone: false,
    against: false,
  },
  {
    lie: 'a profile that was not followed',
    of: 'rare',
    forge: stating((manifest) => Object.assign(manifest, { profile: 'google-eu' })),
    alone: false,
    against: false,
  },
  {
    lie: 'persons are said to be something else',
    of: 'rare',
    forge: stating(({ guarantee }) => Object.assign(guarantee, { unit: 'household' })),
    alone: false,
    against: false,
  },
  {
    lie: 'a promise about rows that is one about items',
    of: 'rare',
    forge: stating((manifest) => {
      manifest.guarantee = {
        ...manifest.guarantee,
        kind: 'dp',
        epsilon: 0.001,
        delta: 0,
        neighbours: 'add-remove',
        definition: 'approximate',
        items: 'queries',
        counts: true,
        minUsers: 1,
      }
    }),
    alone: false,
    against: false,
  },
  {
    lie: 'a manifest of numbers that are none',
    of: 'rare',
    forge: stating(({ guarantee }) => Object.assign(guarantee, { k: '5) OR (1=1' })),
    alone: 'refused',
    against: 'refused',
  },
  {
    lie: 'data that lies elsewhere',
    of: 'rare',
    forge: stating((manifest) => {
      manifest.files = ['../elsewhere.tsv']
    }),
    alone: 'refused',
    against: 'refused',
  },
  {
    lie: 'no data at all',
    of: 'rare',
    forge: (forged) => {
      rmSync(join(forged.dir, 'data.tsv'))
      forged.manifest((manifest) => {
        manifest.files = []
      })
    },
    alone: false,
    against: false,
  },
  {
    lie: 'a folder instead of the data',
    of: 'rare',
    forge: ({ dir }) => {
      rmSync(join(dir, 'data.tsv'))
      mkdirSync(join(dir, 'data.tsv'))
    },
    alone: false,
    against: false,
  },
]
