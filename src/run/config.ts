import { existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { isMap, isScalar, LineCounter, parseDocument, type YAMLMap } from 'yaml'
import { CONFIG_FILE } from '../base/config-file.js'
import { defined } from '../base/defined.js'
import { fail } from '../base/errors.js'
import { type InputOptions, READING_KEYS, readingFrom } from '../ingest/index.js'

/** What a folder's configuration says, so that nobody has to say it with each call. Flags go before it. */
export interface Config {
  /** The log, and how it is read. */
  readonly files?: readonly string[]
  readonly input?: InputOptions
  /** The folder for what is made. */
  readonly output?: string
  /** Whom the log is about, and where their ledger is kept. */
  readonly population?: string
  readonly ledger?: string
  /** A file with a plan. */
  readonly plan?: string
  /** Where the work is done: embedded, or the address of a cluster. */
  readonly engine?: string
}

/** Keys that there are, by the section that they stand in. */
const KEYS = {
  '': ['input', 'engine', 'output', 'ledger', 'plan'],
  input: ['files', ...READING_KEYS, 'maxBad', 'collapsePrefixes'],
  ledger: ['population', 'dir'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** The configuration in a file; of the folder where there is one and none was named. */
export function readConfig(path?: string): Config {
  const file = path ?? (existsSync(CONFIG_FILE) ? CONFIG_FILE : undefined)
  if (file === undefined) return {}
  return configFrom(textOf(file), file)
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    fail('input', `the configuration ${file} cannot be read`, 'Check its name and its permissions.', cause)
  }
}

export function configFrom(text: string, file: string): Config {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${line}:${col}`
  }
  const [wrong] = document.errors
  if (wrong) fail('input', `${at(wrong.pos[0])} is no YAML`, 'Check quotes, colons and indents there.')
  if (document.contents === null) return {}
  if (!isMap(document.contents)) fail('input', `${file} is no configuration`, `It has ${KEYS[''].join(', ')}.`)
  checkKeys(document.contents, '', at)
  for (const section of ['input', 'ledger'] as const) {
    const part = document.contents.get(section)
    if (part === undefined) continue
    if (!isMap(part))
      fail('input', `${section} in ${file} must be a list of names with values`, `It has ${KEYS[section].join(', ')}.`)
    checkKeys(part, section, at)
  }
  return asConfig(document.toJS() as Said, file)
}

function checkKeys(map: YAMLMap, section: keyof typeof KEYS, at: (offset: number) => string): void {
  const known: readonly string[] = KEYS[section]
  for (const { key } of map.items)
    if (isScalar(key) && !known.includes(String(key.value)))
      fail(
        'input',
        `${at(key.range?.[0] ?? 0)}: there is no entry '${String(key.value)}'${section === '' ? '' : ` in ${section}`}`,
        `There are ${known.join(', ')}.`,
      )
}

interface Said {
  readonly input?: Readonly<Record<string, unknown>>
  readonly engine?: unknown
  readonly output?: unknown
  readonly ledger?: { readonly population?: unknown; readonly dir?: unknown }
  readonly plan?: unknown
}

function asConfig({ input = {}, engine, output, ledger = {}, plan }: Said, file: string): Config {
  const { files, maxBad, collapsePrefixes, ...reading } = input
  if (engine !== undefined && engine !== 'embedded' && !(typeof engine === 'string' && engine.startsWith('sc://')))
    fail('input', `engine in ${file} must be embedded or the address of a cluster`, 'Write engine: sc://host:15002.')
  const beside = (path: string) =>
    isAbsolute(path) || path === '-' || /^\w+:/.test(path) ? path : join(dirname(file), path)
  const text = (value: unknown, name: string) => {
    if (value === undefined) return undefined
    return typeof value === 'string' && value !== '' ? value : fail('input', `${name} in ${file} must be a text`)
  }
  const number = (value: unknown, name: string, most: number) => {
    if (value === undefined) return undefined
    return typeof value === 'number' && value >= 0 && value <= most
      ? value
      : fail('input', `${name} in ${file} must be a number from 0 to ${most}`)
  }
  const said = {
    files: files === undefined ? undefined : listOf(files, file).map(beside),
    input: {
      ...readingFrom(reading, file),
      ...defined({
        maxBad: number(maxBad, 'maxBad', 1),
        collapsePrefixes: number(collapsePrefixes, 'collapsePrefixes', 1e6),
      }),
    },
    output: text(output, 'output'),
    population: text(ledger.population, 'population'),
    ledger: text(ledger.dir, 'dir'),
    plan: text(plan, 'plan'),
    engine: engine as string | undefined,
  }
  return defined({ ...said, plan: said.plan === undefined ? undefined : beside(said.plan) })
}

function listOf(files: unknown, file: string): string[] {
  const list = typeof files === 'string' ? [files] : files
  if (Array.isArray(list) && list.length > 0 && list.every((one) => typeof one === 'string')) return list
  fail('input', `files in ${file} must be names of files`, 'Write files: [log.tsv].')
}
