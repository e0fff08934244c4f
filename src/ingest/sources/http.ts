import { labelOf } from '../../base/address.js'
import { fail, LetheError } from '../../base/errors.js'
import type { Inlet, InputFile } from '../input-file.js'
import { spool } from '../spool.js'
import { mayPass, unreachable } from './network.js'
import { changed, inParts, type Part } from './parts.js'

/** https://host/path: a file of a server, in parts where the server gives them and says when it changes. */
export async function fetchHttp(arg: string, nth: number, inlet: Inlet): Promise<InputFile[]> {
  const label = labelOf(arg)
  if (!URL.canParse(arg)) fail('usage', 'the address of a file is not understood', 'Write https://host/path.')
  const ask = asker(new URL(arg), label, inlet.signal)
  return [await spool(inParts(ask, label, inlet.signal), label, nth, inlet)]
}

/** Asks for parts. Who can give none is asked for all. */
function asker(url: URL, label: string, signal: AbortSignal | undefined) {
  const { target, headers } = withoutUser(url)
  const get = (more: Readonly<Record<string, string>>) => answer(target, { ...headers, ...more }, label, signal)
  return async (from: number, to: number, of: Part['of']): Promise<Part> => {
    const range = { range: `bytes=${from}-${to}` }
    const response = await get({ ...range, ...(of === undefined ? {} : { 'if-range': of.mark }) })
    if (response.status === 206) {
      const part = partOf(response)
      if (part !== undefined) return part
      await response.body?.cancel()
      if (of !== undefined) changed(label)
      return all(await get({}))
    }
    if (of !== undefined) changed(label) // all of it instead of a part: it is not what it was
    return all(response)
  }
}

/** A name and a password in an address go where a browser would put them. */
function withoutUser(url: URL): { readonly target: string; readonly headers: Readonly<Record<string, string>> } {
  const plain = new URL(url)
  plain.username = plain.password = plain.hash = ''
  const identity = { 'accept-encoding': 'identity' }
  if (url.username === '' && url.password === '') return { target: plain.href, headers: identity }
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  const authorization = `Basic ${Buffer.from(user).toString('base64')}`
  return { target: plain.href, headers: { ...identity, authorization } }
}

async function answer(
  target: string,
  headers: Readonly<Record<string, string>>,
  label: string,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const response = await fetch(target, { headers, ...(signal ? { signal } : {}) }).catch((cause: unknown) => {
    signal?.throwIfAborted()
    throw unreachable(label, cause) ?? (mayPass(cause) ? cause : unaskable(label, cause))
  })
  const { status } = response
  if (status === 200 || status === 206) return response
  await response.body?.cancel()
  if (status === 416) return new Response(null) // no bytes to give a part of
  if (status >= 500 || status === 429) throw new Error('the server is not well') // and may be better in a moment
  throw refused(label, status)
}

function unaskable(label: string, cause: unknown): LetheError {
  return new LetheError('input', `${label} cannot be asked for`, { next: 'Check host and port.', cause })
}

function refused(label: string, status: number): LetheError {
  const said = (message: string, next: string) => new LetheError('input', message, { next })
  if (status === 401 || status === 403)
    return said(`${label} may not be read (${status})`, 'Check the rights, and whether a signed address has run out.')
  if (status === 404 || status === 410) return said(`there is no ${label}`, 'Check the address.')
  return said(`${label} cannot be read: the server answers ${status}`, 'Check the address.')
}

/** A part of a file that can be told from a changed one; undefined where it cannot. */
function partOf({ body, headers }: Response): Part | undefined {
  const size = /^bytes \d+-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  const etag = headers.get('etag') ?? ''
  const mark = etag !== '' && !etag.startsWith('W/') ? etag : headers.get('last-modified')
  if (body === null || size === undefined || !mark || headers.has('content-encoding')) return undefined
  return { body: body as AsyncIterable<Uint8Array>, of: { size: Number(size), mark } }
}

function all({ body }: Response): Part {
  return { body: (body ?? []) as AsyncIterable<Uint8Array>, of: undefined }
}
