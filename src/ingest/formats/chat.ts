import { fail } from '../../base/errors.js'
import { type Document, objectIn, pathsIn, valueAt } from '../json-paths.js'
import { type LineFormat, type LineLog, NO_SEARCH, type Parsed, sampleLines } from '../line-log.js'
import type { Reading } from '../text-source.js'
import type { ReadOptions } from './format.js'

export const TURNS: readonly string[] = [
  'messages',
  'conversation',
  'conversations',
  'body.messages',
  'request.messages',
  'conversation_a',
]
const PERSONS = ['user_id', 'userId', 'hashed_ip', 'user', 'account_id']
const CONVERSATIONS = ['conversation_id', 'conversation_hash', 'session_id', 'chat_id', 'thread_id', 'id', 'custom_id']
const MOMENTS = ['timestamp', 'create_time', 'created_at', 'created', 'time', 'tstamp', 'date']
const ASKING = new Set(['user', 'human', 'prompter'])

const COLUMNS = ['session', 'time', 'query'] as const

/**
 * Prompt logs, a conversation a line: OpenAI's `messages`, ShareGPT's `conversations`, rows of WildChat and LMSYS. Each turn of the user is a row and the
 * conversation its session; what the assistant says goes nowhere.
 */
export const chat: LineFormat<How> = {
  open,
  parser:
    ({ user, named }) =>
    (text, line) =>
      rowsOf(text, line, user, named),
}

/** Paths to the person, and to what was named beside. */
interface How {
  readonly user: string | undefined
  readonly named: readonly string[]
}

async function open(reading: Reading, options: ReadOptions): Promise<LineLog<How>> {
  const lines = options.fixed ? [] : await sampleLines(reading)
  const documents = lines.map(objectIn).filter((document) => document !== undefined)
  const user = options.fixed
    ? undefined
    : PERSONS.find((path) => documents.some((one) => personsIn(one, path).length > 0))
  const named = namedPaths(options).filter((path) => path !== user)
  if (!options.fixed) for (const path of named) refuseNowhere(path, documents)
  const unnamed = user === undefined && options.columns.user === undefined && options.unit === undefined
  return {
    columns: [user ?? 'user', ...COLUMNS, ...named],
    how: { user, named },
    several: true,
    usual: { user: user ?? '' },
    notes: unnamed
      ? [
          'the log names no user: name who is one with --columns user=PATH, or take each conversation for a person with --unit session',
        ]
      : [],
  }
}

/** Paths that were named beside the columns of every prompt log. */
function namedPaths({ columns, unit }: ReadOptions): string[] {
  const asked = [...Object.values(columns), ...(unit === undefined ? [] : [unit])]
  return [...new Set(asked)].filter((path) => path !== '' && !(COLUMNS as readonly string[]).includes(path))
}

/** A path that leads to nothing in any of the first conversations is a mistake. */
function refuseNowhere(path: string, documents: readonly Document[]): void {
  const there = (document: Document) =>
    [document, ...(turnsIn(document) ?? [])].some((one) => valueAt(one, path) !== undefined)
  if (documents.some(there)) return
  fail(
    'input',
    `the conversations have nothing at '${path}'`,
    `They have ${pathsIn(documents).slice(0, 20).join(', ')}.`,
  )
}

function turnsIn(document: Document): readonly Document[] | undefined {
  for (const path of TURNS) {
    const turns = valueAt(document, path)
    if (Array.isArray(turns)) return turns.filter((turn) => typeof turn === 'object' && turn !== null) as Document[]
  }
  return undefined
}

function rowsOf(text: string, line: number, user: string | undefined, named: readonly string[]): Parsed {
  const document = objectIn(text)
  if (document === undefined) return { bad: 'no JSON object' }
  const turns = turnsIn(document)
  if (turns === undefined) return { bad: 'no conversation' }
  const asked = turns.filter((turn) => ASKING.has(String(turn.role ?? turn.from ?? '').toLowerCase()))
  if (asked.length === 0) return NO_SEARCH
  const session = firstAt(document, CONVERSATIONS) || `line ${line}`
  const persons = user === undefined ? [] : personsIn(document, user)
  const only = persons.length === 1 ? persons[0]! : ''
  return asked.map((turn) => [
    only || (user === undefined ? '' : scalar(valueAt(turn, user))),
    session,
    firstAt(turn, MOMENTS) || firstAt(document, MOMENTS),
    textOf(turn.content ?? turn.value ?? turn.text),
    ...named.map((path) => scalar(valueAt(document, path)) || scalar(valueAt(turn, path))),
  ])
}

/** Who asks in a conversation: it may stand beside the turns, or in each of them; then there can be several. */
function personsIn(document: Document, path: string): readonly string[] {
  const beside = scalar(valueAt(document, path))
  if (beside !== '') return [beside]
  const persons = new Set((turnsIn(document) ?? []).map((turn) => scalar(valueAt(turn, path))))
  return [...persons].filter((person) => person !== '')
}

function firstAt(document: Document, paths: readonly string[]): string {
  for (const path of paths) {
    const found = scalar(valueAt(document, path))
    if (found !== '') return found
  }
  return ''
}

function scalar(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The text of a turn: a text, or the texts among its parts. */
function textOf(content: unknown): string {
  if (!Array.isArray(content)) return scalar(content)
  return content
    .map((part) => scalar(typeof part === 'object' && part !== null ? (part as Document).text : part))
    .join(' ')
}
