import { wrapped } from '../base/format.js'
import { loadMeasure, measureNames } from '../index.js'
import { listing, paramLines } from './listing.js'
import type { Verb } from './verbs.js'

const verb: Verb = {
  command: async () =>
    listing({
      verb: 'measures',
      about: 'The measures of the privacy and the use that a release leaves.',
      kind: 'measure',
      names: measureNames(),
      load: loadMeasure,
      json: ({ name, side, summary, paper, params }) => ({ name, side, summary, paper, params }),
      lines: ({ name, side, summary, paper, params }) => [
        `${name} (${side})`,
        ...wrapped(summary, '  '),
        ...wrapped(`${paper.title} [${paper.key}]`, '  source: '),
        ...paramLines(params),
      ],
    }),
}
export default verb
