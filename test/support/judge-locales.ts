// Prints precision, recall and F1 over the labelled queries: node dist/test/support/judge-locales.js [LOCALE...] [--odd | --even] [--missed] [--wrong]
// Rules are mended by looking at the odd lines alone; the even ones tell what that is worth.
import { createIdentifier, parseLocales } from '../../src/text/identify/index.js'
import { judge, labelled } from './labels.js'

const print = (line: string) => process.stdout.write(`${line}\n`)
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const shows = (flag: string) => process.argv.includes(`--${flag}`)
for (const locale of asked.length > 0 ? asked : ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt']) {
  const identifier = createIdentifier({ locales: parseLocales(locale) })
  const kindsOf = (text: string) => identifier.find(text).map((finding) => finding.kind)
  const rest = shows('odd') ? 1 : shows('even') ? 0 : undefined
  const queries = labelled(locale).filter((_, i) => rest === undefined || (i + 1) % 2 === rest)
  const judged = judge(queries, (text) => kindsOf(text).length > 0)
  const parts = Object.entries(judged.kinds).map(([kind, [found, all]]) => `${kind} ${found}/${all}`)
  const [precision, recall, f1] = [judged.precision, judged.recall, judged.f1].map((share) => share.toFixed(3))
  print(
    `${locale}: precision ${precision} recall ${recall} F1 ${f1}; ${parts.join(', ')}; wrong ${judged.wrong.length}`,
  )
  if (shows('missed')) for (const { kind, text } of judged.missed) print(`  missed ${kind}: ${text}`)
  if (shows('wrong')) for (const { text } of judged.wrong) print(`  wrong ${kindsOf(text).join(',')}: ${text}`)
}
