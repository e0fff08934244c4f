import { type Forgery, stating } from './forgery.js'

export const NOISE: readonly Forgery[] = [
  {
    lie: 'exact counts instead of noise',
    of: 'items',
    forge: ({ edit }) => edit('data.tsv', () => 'item\tcount\nnews\t900\nweather\t1200\n'),
    alone: null,
    against: false,
  },
  {
    lie: 'a method of noise that does not exist, epsilon 0.001, and exact counts',
    of: 'items',
    forge: (forged) => {
      forged.edit('data.tsv', () => 'item\tcount\nnews\t9\nweather\t12\n')
      forged.manifest((manifest) => {
        manifest.steps[0] = { method: 'magic-dp', params: { epsilon: 0.001 } }
        Object.assign(manifest.guarantee, { epsilon: 0.001, delta: 0, sentence: 'Perfect differential privacy.' })
      })
    },
    alone: null,
    against: null,
  },
  {
    lie: 'a smaller epsilon in the promise alone',
    of: 'items',
    forge: stating(({ guarantee }) => Object.assign(guarantee, { epsilon: 0.01 })),
    alone: false,
    against: false,
  },
  {
    lie: 'a count that no threshold passes',
    of: 'items',
    forge: ({ edit }) => edit('data.tsv', () => 'item\tcount\nclinic of doctor who\t1\n'),
    alone: false,
    against: false,
  },
  {
    lie: 'an item that nobody asked',
    of: 'items',
    forge: ({ edit }) => edit('data.tsv', () => 'item\tcount\nnever asked\t900\n'),
    alone: null,
    against: false,
  },
  {
    lie: 'a user beside each item',
    of: 'items',
    forge: (forged) => {
      forged.edit('data.tsv', () => 'item\tcount\tuser\nweather\t1200\talice\n')
      forged.manifest((manifest) => manifest.columns.push({ name: 'user', type: 'text', meaning: 'as in the log' }))
    },
    alone: false,
    against: false,
  },
  {
    lie: 'a count with a fraction that tells something',
    of: 'items',
    forge: ({ edit }) => edit('data.tsv', () => 'item\tcount\nweather\t1200.5\n'),
    alone: false,
    against: false,
  },
]
