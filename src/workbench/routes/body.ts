import type { Context } from 'hono'
import { fail } from '../../base/errors.js'

/** What the page sent, as far as it has the shape that was agreed: an object, small. */
export async function bodyOf<T extends object>(context: Context): Promise<T> {
  if (!(context.req.header('content-type') ?? '').startsWith('application/json'))
    fail('usage', 'the page sends JSON, and this is something else')
  const body: unknown = await context.req.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) fail('usage', 'that is no request of the page')
  return body as T
}

/** A text of bearable length. */
export function textOf(value: unknown, name: string, most = 4096): string {
  if (typeof value !== 'string' || value.length > most || value.includes('\0')) fail('usage', `${name} must be a text`)
  return value
}
