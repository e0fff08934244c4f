import { type Items, textsAlone } from './items.js'

/** What all methods that release a table of items have in common. */
export const ITEM_METHOD = {
  acts: () => 'global' as const,
  needs: () => 'sql' as const,
  requires: ['person'],
  requiresFor: ({ items }: { readonly items: Items }): readonly ('url' | 'time')[] =>
    items === 'clicks' ? ['url'] : items === 'pairs' ? ['time'] : [],
  attacks: ['inject-users', 'difference-releases'],
  readsRaw: () => false,
  textsOnly: ({ items }: { readonly items: Items }) => textsAlone(items),
  writesTags: () => false,
  makes: () => 'items' as const,
  destroys: () => undefined,
} as const

/** Settings of histograms that people choose: twenty items a person, a factor of ten. */
export const USUAL_ITEMS = { epsilon: [1, Math.log(10)], delta: 1e-5, perUser: 20, items: 'queries' } as const
