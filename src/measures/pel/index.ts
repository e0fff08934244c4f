import { inCategories } from '../../knowledge/in-categories.js'
import { exposureLevel } from '../../privacy/exposure.js'
import { histories } from '../histories.js'
import { KNOWLEDGE } from '../knowledge-param.js'
import { defineMeasure, type MeasureContext, type Measured } from '../measure.js'
import { askedSql, exposedSql, figure, noHistories } from '../released.js'
import { count, type Named, named, perCent, shareText } from '../words.js'

/** [Erola13] §4.5: from here on a person counts as exposed. */
const EXPOSED = 60

/**
 * How much of what a person asked the release gives away, in per cent of its entropy. Persons of whom nothing is shown count
 * with 0.
 */
export default defineMeasure({
  name: 'pel',
  summary: 'profile exposure level: how much of the information in a history the release gives away',
  paper: { key: 'Erola13', title: 'Contributions to Privacy in Web Search Engines' },
  side: 'privacy',
  quick: true,
  params: { knowledge: KNOWLEDGE },
  fits: noHistories,
  async run(subject, { knowledge }, on) {
    const [asked, exposed] = [askedSql(subject), exposedSql(subject)]
    const byQueries = await levels(on, asked, exposed)
    if (knowledge === undefined) return byQueries
    const mapped = await inCategories(knowledge, [asked, exposed], on)
    return { ...byQueries, categories: await levels(on, mapped(asked), mapped(exposed)) }
  },
  text: inWords,
})

async function levels({ engine }: MeasureContext, asked: string, exposed: string) {
  let users = 0
  let sum = 0
  let most = 0
  let over = 0
  let beyond = 0
  for await (const history of histories(engine, asked, exposed)) {
    const level = exposureLevel(history)
    users++
    sum += level
    most = Math.max(most, level)
    if (level >= EXPOSED) over++
    if (level > 100 + 1e-9) beyond++
  }
  const share = (n: number) => figure(users === 0 ? 0 : n / users)
  return { mean: share(sum), exposed60: share(over), over100: share(beyond), max: figure(most), users }
}

type Level = Measured & { readonly categories?: Measured }

function inWords({ categories, ...measured }: Level): string[] {
  const lines = (of: Measured): Named[] => [
    ['mean', perCent(of.mean)],
    ['most', perCent(of.max)],
    ['persons exposed at 60% or more', shareText(of, 'exposed60')],
    ['persons', count(of.users)],
  ]
  return named([
    ...lines(measured),
    ...(categories ? lines(categories).map(([name, value]): Named => [`by categories: ${name}`, value]) : []),
  ])
}
