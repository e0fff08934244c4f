import { type Comparison, compareWithReal } from '../src/generate/evidence.js'
import { compareInversion, comparePairs, compareRelinking } from './weaknesses/compare.js'

/** Generated logs beside figures of real ones. */
export async function generator(quick: boolean): Promise<string> {
  const comparisons = [
    await compareInversion(),
    compareRelinking(),
    await comparePairs(),
    ...compareWithReal(quick ? 65_700 : 657_000),
  ]
  return [
    '# The generator beside real logs\n\nEverything in the last column is *simulated*: world web-1.\n',
    ...comparisons.map(markdown),
  ].join('\n')
}

function markdown({ title, note, figures }: Comparison): string {
  const rows = figures.map(({ figure, real, simulated }) => `| ${figure} | ${real} | ${simulated} |`)
  return `## ${title}\n\n${note}\n\n| | real | simulated |\n| --- | --- | --- |\n${rows.join('\n')}\n`
}
