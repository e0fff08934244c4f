import { readFileSync } from 'node:fs'
import type { ComparisonFigures } from '../../src/report/comparison.js'
import { fearsFrom } from '../../src/report/fears.js'
import { recommend } from '../../src/report/recommendation.js'
import type { RunFigures } from '../../src/report/settings.js'
import { settingsOf } from '../../src/report/settings.js'
import { attackersOf } from '../../src/run/attack-all.js'
import { inspect } from '../../src/run/inspect.js'
import { ATTACKS } from './figures.js'

/** A page without its style and without what phones need of its tables: <td>text</td>. */
export function bare(page: string): string {
  return page
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replaceAll(/<td( class="n")? data-label="[^"]*"><span>(.*?)<\/span><\/td>/gs, '<td>$2</td>')
    .replaceAll(/<span class="(?:soft|good)">(.*?)<\/span>/gs, '$1')
}

export function barePage(path: string): string {
  return bare(readFileSync(path, 'utf8'))
}

/** What a page of a comparison is made of, from runs and the log that they are said to be of. */
export async function comparisonOf(log: string, runs: readonly RunFigures[]): Promise<ComparisonFigures> {
  const settings = settingsOf(runs, ATTACKS)
  const wishes = { fears: fearsFrom(), uses: [], columns: [], task: 'autocomplete', minUse: 0 }
  return {
    log: await inspect([log]),
    name: 'log.ndjson',
    settings,
    attackers: await attackersOf(),
    advice: recommend(settings, () => ({ columns: [], uses: [] }), wishes, ATTACKS),
    software: 'test',
    checksum: '0'.repeat(64),
  }
}

const VOID = new Set(['meta', 'br', 'hr', 'img', 'link', 'input', '!doctype'])

/** What is wrong with the tags of a page: none left open, none closed that is not the last one opened. */
export function brokenTags(page: string): string[] {
  const open: string[] = []
  const wrong: string[] = []
  for (const [, close, name = '', own] of page.matchAll(/<(\/?)([!a-zA-Z][\w-]*)(?:\s[^<>]*?)?(\/?)>/g)) {
    if (VOID.has(name.toLowerCase()) || own === '/') continue
    if (close === '') open.push(name)
    else if (open.pop() !== name) wrong.push(name)
  }
  return [...wrong, ...open]
}
