import { type Comparison, compareWithReal } from '../src/generate/evidence.js'
import { compareInversion, comparePairs, compareRelinking } from './weaknesses/compare.js'

// npm run evidence -- generator [--quick]: generated logs beside figures of real ones, as Markdown.
const [what, ...flags] = process.argv.slice(2)

function print({ title, note, figures }: Comparison): void {
  const rows = figures.map(({ figure, real, simulated }) => `| ${figure} | ${real} | ${simulated} |`)
  process.stdout.write(`\n## ${title}\n\n${note}\n\n| | real | simulated |\n| --- | --- | --- |\n${rows.join('\n')}\n`)
}

if (what === 'generator') {
  process.stdout.write(
    '# The generator beside real logs\n\nEverything in the last column is *simulated*: world web-1.\n',
  )
  print(compareInversion())
  print(compareRelinking())
  print(comparePairs())
  for (const comparison of compareWithReal(flags.includes('--quick') ? 65_700 : 657_000)) print(comparison)
} else {
  process.stderr.write('usage: npm run evidence -- generator [--quick]\n')
  process.exitCode = 2
}
