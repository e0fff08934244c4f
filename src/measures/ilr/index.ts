import { inCategories } from '../../knowledge/in-categories.js'
import { histories } from '../histories.js'
import { KNOWLEDGE } from '../knowledge-param.js'
import { defineMeasure, type MeasureContext, type Measured } from '../measure.js'
import { askedSql, exposedSql, figure, noHistories } from '../released.js'
import { count, type Named, named, perCent } from '../words.js'
import { entropy, lossRatio } from './entropy.js'

/** How far the entropy of a person's queries moved, in per cent. A person of whom nothing is left lost all of it. */
export default defineMeasure({
  name: 'ilr',
  summary: 'information loss ratio: how far the entropy of a history moved',
  paper: { key: 'Erola13', title: 'Contributions to Privacy in Web Search Engines' },
  side: 'utility',
  quick: true,
  params: { knowledge: KNOWLEDGE },
  fits: noHistories,
  async run(subject, { knowledge }, on) {
    const [asked, exposed] = [askedSql(subject), exposedSql(subject)]
    const byQueries = await ratios(on, asked, exposed)
    if (knowledge === undefined) return byQueries
    const mapped = await inCategories(knowledge, [asked, exposed], on)
    return { ...byQueries, categories: await ratios(on, mapped(asked), mapped(exposed)) }
  },
  text: inWords,
})

async function ratios({ engine }: MeasureContext, asked: string, exposed: string) {
  let users = 0
  let leftOut = 0
  let sum = 0
  for await (const history of histories(engine, asked, exposed)) {
    const original = entropy(history.map((pair) => pair.asked))
    const ratio = lossRatio(original, entropy(history.map((pair) => pair.exposed)))
    if (ratio === undefined) leftOut++
    else {
      users++
      sum += ratio
    }
  }
  return { mean: figure(users === 0 ? 0 : sum / users), users, leftOut }
}

type Ratios = Measured & { readonly categories?: Measured }

function inWords({ mean, users, leftOut, categories }: Ratios): string[] {
  return named([
    ['mean', perCent(mean)],
    ...(categories ? [['mean by categories', perCent(categories.mean)] as Named] : []),
    ['persons', count(users)],
    ['persons left out', count(leftOut)],
  ])
}
