/** A result as it travels: three texts, never another peer's HTML. */
export interface Result {
  readonly title: string
  readonly url: string
  readonly snippet: string
}

/** What peers say to each other. There is no hop counter: counting from a fixed start would tell the first neighbour who asked. */
export type Message =
  /** I am here. How many friends I have is [Erola13] §4.3's, and older peers go by it; nothing goes by it here, since anybody can say any number. */
  | { readonly say: 'hello'; readonly friends: number }
  | { readonly say: 'offer'; readonly id: string; readonly query: string }
  | { readonly say: 'accept' | 'refuse' | 'fail'; readonly id: string }
  /** I have it in hand still. Every holder says so, wherever it stands in the way. */
  | { readonly say: 'still'; readonly id: string }
  /** I wait no longer for what I handed you. */
  | { readonly say: 'drop'; readonly id: string }
  | { readonly say: 'answer'; readonly id: string; readonly results: readonly Result[] }

export const QUERY_AT_MOST = 500
const RESULTS_AT_MOST = 20
const TITLE_AT_MOST = 300
const URL_AT_MOST = 2000
const SNIPPET_AT_MOST = 1000
const ID = /^[0-9a-f]{32}$/

/** Frames come in few sizes, so that their length says little: short messages all look alike, answers nearly so. */
export const SIZES = [2048, 16384] as const
const HEAD = 8

/** A frame: its size and the length of its content, four bytes each, the content, and zeros. */
export function encode(message: Message): Uint8Array {
  let content = Buffer.from(JSON.stringify(message))
  if (message.say === 'answer') {
    // What does not fit is left out from the end: an answer must not be the one long frame.
    for (let results = message.results; content.length + HEAD > SIZES[1] && results.length > 0; ) {
      results = results.slice(0, -1)
      content = Buffer.from(JSON.stringify({ ...message, results }))
    }
  }
  // An answer is always of the larger size: whether there were results shows otherwise.
  const size = message.say === 'answer' ? SIZES[1] : SIZES[0]
  if (content.length + HEAD > size) throw new RangeError('a message too long for its frame')
  const frame = Buffer.alloc(size)
  frame.writeUInt32BE(size, 0)
  frame.writeUInt32BE(content.length, 4)
  content.copy(frame, HEAD)
  return frame
}

/** Why a peer is not understood; its stream ends. */
export class Garbage extends Error {}

/** Takes bytes as they come and gives the messages in them; holds at most one frame. */
export function decoder(): (bytes: Uint8Array) => Message[] {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    rest = rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([rest, bytes])
    const messages: Message[] = []
    while (rest.length >= HEAD) {
      const size = rest.readUInt32BE(0)
      const length = rest.readUInt32BE(4)
      if (!SIZES.some((known) => known === size) || length > size - HEAD) throw new Garbage('no frame')
      if (rest.length < size) break
      messages.push(parse(rest.subarray(HEAD, HEAD + length)))
      rest = rest.subarray(size)
    }
    if (rest.length === 0 || messages.length > 0) rest = Buffer.from(rest) // lets go of what was read
    return messages
  }
}

function parse(content: Buffer): Message {
  let value: Readonly<Record<string, unknown>>
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch {
    throw new Garbage('no JSON')
  }
  const message = checked(value)
  if (message === undefined) throw new Garbage('no message')
  return message
}

/** Only what is known is taken over, and only in its bounds. */
function checked(value: Readonly<Record<string, unknown>> | null): Message | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { say, id, friends, query, results } = value
  if (say === 'hello')
    return Number.isInteger(friends) && (friends as number) >= 1 && (friends as number) <= 1000
      ? { say, friends: friends as number }
      : undefined
  if (typeof id !== 'string' || !ID.test(id)) return undefined
  switch (say) {
    case 'accept':
    case 'refuse':
    case 'fail':
    case 'still':
    case 'drop':
      return { say, id }
    case 'offer':
      return typeof query === 'string' && isQuery(query) ? { say, id, query } : undefined
    case 'answer':
      return Array.isArray(results) && results.length <= RESULTS_AT_MOST && results.every(isResult)
        ? { say, id, results: results.map(({ title, url, snippet }: Result) => ({ title, url, snippet })) }
        : undefined
    default:
      return undefined
  }
}

/** A query that may travel: some text, not too long, no control characters. */
export function isQuery(text: string): boolean {
  return text.trim() !== '' && text.length <= QUERY_AT_MOST && !/\p{Cc}/u.test(text)
}

function isResult(value: unknown): value is Result {
  const { title, url, snippet } = (value ?? {}) as Readonly<Record<string, unknown>>
  return (
    typeof title === 'string' &&
    title.length <= TITLE_AT_MOST &&
    typeof snippet === 'string' &&
    snippet.length <= SNIPPET_AT_MOST &&
    typeof url === 'string' &&
    isWebAddress(url)
  )
}

function isWebAddress(url: string): boolean {
  return url.length <= URL_AT_MOST && /^https?:\/\//i.test(url) && URL.canParse(url)
}

/** Results of an engine, cut to what may travel. */
export function tidy(results: readonly Result[]): Result[] {
  const cut = (text: string, most: number) =>
    text
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, most)
  return results
    .filter(({ url }) => isWebAddress(url))
    .slice(0, RESULTS_AT_MOST)
    .map(({ title, url, snippet }) => ({
      title: cut(title, TITLE_AT_MOST),
      url,
      snippet: cut(snippet, SNIPPET_AT_MOST),
    }))
}
