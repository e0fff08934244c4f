import { wrapped } from '../base/format.js'
import { generalPromise, loadMethod, methodNames } from '../index.js'
import { listing, paramLines } from './listing.js'
import type { Verb } from './verbs.js'

const verb: Verb = {
  command: async () =>
    listing({
      verb: 'methods',
      about: 'The methods: what they do, what they promise, their parameters and their sources.',
      kind: 'method',
      names: methodNames(),
      load: loadMethod,
      json: (method) => {
        const { name, summary, paper, params, attacks } = method
        return { name, summary, guarantee: generalPromise(method), paper, params, attacks }
      },
      lines: (method) => [
        method.name,
        ...wrapped(method.summary, '  '),
        ...wrapped(generalPromise(method).sentence, '  guarantee: '),
        ...wrapped(`${method.paper.title} [${method.paper.key}]`, '  source: '),
        `  attacks: ${method.attacks.join(', ')}`,
        ...paramLines(method.params),
      ],
    }),
}
export default verb
