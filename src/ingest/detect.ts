import { fail } from '../base/errors.js'
import { isBlankText } from './blank-lines.js'
import { head } from './bytes.js'
import { FORMATS, type Format } from './format-names.js'
import { USUAL_PATTERN } from './formats/access/pattern.js'
import type { Inlet, InputFile } from './input-file.js'
import { refuseOther } from './looks-like.js'
import { firstBytes } from './spool.js'

const HEAD_BYTES = 1 << 20
const SAMPLE_LINES = 1000
const SAMPLE_FILES = 20

/** The first whole lines of a file, read as Latin-1 so that no encoding stands in the way. */
export async function firstLines(file: InputFile): Promise<string[]> {
  const start = await head(file, HEAD_BYTES)
  const text = start.toString('latin1').replace(/^\xef\xbb\xbf/, '')
  const lines = text.split(/\r\n|\n|\r/)
  if (start.length === HEAD_BYTES) lines.pop()
  const whole = lines.filter((line) => !isBlankText(line)).slice(0, SAMPLE_LINES)
  if (whole.length === 0 && start.length === HEAD_BYTES)
    fail('input', `the first line of ${file.label} is longer than 1 MiB`, 'That is no log; check the file.')
  return whole
}

/** The first lines of each file; of all but the first few only one, since a thousand samples fill the memory. */
export async function firstLinesOfAll(files: readonly InputFile[]): Promise<string[][]> {
  const heads: string[][] = []
  for (const file of files) {
    const lines = await firstLines(file)
    heads.push(
      heads.length < SAMPLE_FILES
        ? lines
        : lines.slice(0, 1).map((line) => Buffer.from(line, 'latin1').toString('latin1')),
    )
  }
  return heads
}

/** How many lines a file has, unpacked, if all of them are blank and there are few bytes of them; undefined if not. */
export async function blankLinesOnly(file: InputFile): Promise<number | undefined> {
  const start = await head(file, HEAD_BYTES)
  const text = start.toString('latin1').replace(/^\xef\xbb\xbf/, '')
  if (start.length === HEAD_BYTES || !isBlankText(text)) return undefined
  return text.split(/(?<=\r\n|\n|\r(?!\n))/).filter((line) => line !== '').length
}

/** The format of a file by its content. */
export async function detect(file: InputFile, inlet: Inlet): Promise<Format> {
  if (firstBytes(file.path, 4).toString('latin1') === 'PAR1') return 'parquet'
  await refuseOther(file, inlet)
  return (
    recognise(await firstLines(file)) ??
    fail(
      'input',
      `the format of ${file.label} is not recognised`,
      `${notPacked(file)}Name it: --format ${FORMATS.join('|')}.`,
    )
  )
}

/** Its name may say otherwise. */
function notPacked({ label, compression }: InputFile): string {
  const [, ending] = /\.(gz|zst)$/i.exec(label) ?? []
  return ending === undefined || compression !== 'none' ? '' : `Its name ends in .${ending}, but it is not packed so. `
}

export function recognise(lines: readonly string[]): Format | undefined {
  const [first] = lines as [string]
  const few = lines.slice(0, 50)
  if (/^anonid\tquery\t/i.test(first)) return 'aol'
  if (first.startsWith('{')) return recogniseJson(few)
  const mostly = (form: RegExp) => 2 * few.filter((line) => form.test(line)).length > few.length
  if (mostly(USUAL_PATTERN.line)) return 'access'
  if (few.some((line) => /^\[\d{4}-\d\d-\d\d[^\]]*\]\s*\[[^\]]*\]\s*\[[^\]]*slowlog/.test(line))) return 'elasticsearch'
  if (few.some((line) => /^\[?\d{4}-\d\d-\d\d.* path=\S+ params=\{/.test(line))) return 'solr'
  if (first.startsWith('# ---') && few.some((line) => /^# ((start|end) date: ?\d{8}|\d{8}-\d{8}$)/i.test(line)))
    return 'ga4'
  if (/^"?(label|keyword)"?,/i.test(first) && /nb_(visits|hits)|searches|search results pages/i.test(first))
    return 'matomo'
  if (few.every((line) => /^[^\t]+\t\d{12}\t[^\t]*$/.test(line))) return 'excite'
  if (few.every((line) => /^(\d\d:\d\d:\d\d|\d{14})\t[^\t]+\t\[.*\]\t\d+[ \t]\d+\t[^\t]*$/.test(line))) return 'sogou'
  if (few.every((line) => /^\d+( \d+)* ?$/.test(line))) return 'transactions'
  if ((first.match(/[^\x09\x20-\x7e\x80-\xff]/g)?.length ?? 0) > first.length / 20) return undefined // binary
  if (first.includes('\t')) return 'tsv'
  if (/[,;|]/.test(first)) return 'csv'
  if (/^(query|q|search_term|keywords?)$/i.test(first.trim())) return 'tsv'
  return undefined
}

function recogniseJson(lines: readonly string[]): Format {
  const some = (form: RegExp) => lines.some((line) => form.test(line))
  if (
    lines.some((line) => /"_index"\s*:\s*"ubi_|"query_id"/.test(line) && /ubi_|"user_query"|"action_name"/.test(line))
  )
    return 'ubi'
  if (some(/"(type|event\.dataset|component|log\.logger)"\s*:\s*"[^"]*slowlog/)) return 'elasticsearch'
  if (some(/"event_params"\s*:\s*\[/)) return 'ga4'
  if (some(/"(messages|conversations?|conversation_a)"\s*:\s*\[\s*\{/)) return 'chat'
  return 'ndjson'
}
