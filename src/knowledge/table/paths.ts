/** A line of a table: the names from the top-level category down, and a title that leads there. */
export interface PathLine {
  readonly names: readonly string[]
  readonly title?: string
}

/**
 * Reads tables in the shapes that taxonomies come in:
 *
 *     path<TAB>title             A/B/C or A > B > C; with or without a header; a number is no title
 *     id<TAB>path                as Google's product taxonomy
 *     ...<TAB>Tier 1<TAB>Tier 2  as the taxonomies of the IAB, a column for each level
 *     | id | /A/B/C |            a Markdown table, as the topics of Chrome
 *
 * A first name "Top" stands for the tree itself and is left out, as in the Open Directory.
 */
export function readPaths(text: string): PathLine[] {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map(cellsOf)
  const tiered = lines.findIndex((cells) => cells.includes('Tier 1'))
  const read = tiered >= 0 ? tiers(lines, tiered) : paths(lines)
  return read.map((line) => ({ ...line, names: withoutTop(line.names) })).filter(({ names }) => names.length > 0)
}

function cellsOf(line: string): string[] {
  const table = /^\|(.*)\|\s*$/.exec(line)
  return (table ? table[1]!.split('|') : line.split('\t')).map((cell) => cell.trim())
}

function tiers(lines: readonly string[][], header: number): PathLine[] {
  const columns = lines[header]!.flatMap((cell, i) => (/^Tier \d+$/.test(cell) ? [i] : []))
  return lines.slice(header + 1).map((cells) => {
    const names = columns.map((i) => cells[i] ?? '')
    const end = names.indexOf('')
    return { names: end < 0 ? names : names.slice(0, end) }
  })
}

const PATH_NAMES = ['path', 'category', 'topic']
const TITLE_NAMES = ['title', 'name', 'label']

function paths(lines: readonly string[][]): PathLine[] {
  const first = (lines[0] ?? []).map((cell) => cell.toLowerCase())
  const header = first.some((cell) => PATH_NAMES.includes(cell))
  const path = header ? first.findIndex((cell) => PATH_NAMES.includes(cell)) : 0
  const title = header ? first.findIndex((cell) => TITLE_NAMES.includes(cell)) : 1
  const rows = (header ? lines.slice(1) : lines).filter((cells) => !cells.every((cell) => /^-+$/.test(cell)))
  const separator = rows.some((cells) => / > /.test(cells[path] ?? '')) ? / > / : /\//
  return rows.map((cells) => {
    const names = (cells[path] ?? '').split(separator).map((name) => name.replaceAll('_', ' ').trim())
    const called = cells[title]
    return {
      names: names.filter((name) => name !== ''),
      ...(called === undefined || /^[\d.,]*$/.test(called) ? {} : { title: called }),
    }
  })
}

function withoutTop(names: readonly string[]): readonly string[] {
  return names[0] === 'Top' ? names.slice(1) : names
}
