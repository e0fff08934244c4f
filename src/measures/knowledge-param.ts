import type { Text } from '../base/params.js'

/** The parameter of measures that can also be taken of categories. */
export const KNOWLEDGE = {
  type: 'text',
  is: 'KNOWLEDGE',
  help: 'a knowledge base (wordnet, odp:PATH, table:PATH): the measure is also taken of categories in place of queries',
} as const satisfies Text
