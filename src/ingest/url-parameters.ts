import { isUtf8 } from 'node:buffer'

/** The value of a parameter of a URL or of a query string, decoded; undefined where it has none of that name. */
export function parameterOf(url: string, name: string): string | undefined {
  const sign = `${name}=`
  for (let at = url.indexOf(sign); at !== -1; at = url.indexOf(sign, at + 1)) {
    const before = at === 0 ? '&' : url[at - 1]
    if (before !== '?' && before !== '&' && before !== ';') continue
    const start = at + sign.length
    const end = url.slice(start).search(/[&#]/)
    return decoded(end === -1 ? url.slice(start) : url.slice(start, start + end))
  }
  return undefined
}

/** All parameters of a URL in their order. */
export function parametersOf(url: string): [string, string][] {
  const [, query] = /\?([^#]*)/.exec(url) ?? []
  return (query ?? '').split('&').flatMap((part): [string, string][] => {
    const at = part.indexOf('=')
    return at <= 0 ? [] : [[decoded(part.slice(0, at)), decoded(part.slice(at + 1))]]
  })
}

/** A part of a URL as text: UTF-8, or what old pages send, which is Windows-1252. What is not encoded stays as it is. */
function decoded(part: string): string {
  if (!/[%+]/.test(part)) return part
  const spaced = part.replaceAll('+', ' ')
  if (!spaced.includes('%')) return spaced
  const bytes = Buffer.from(
    Buffer.from(spaced, 'utf8')
      .toString('latin1')
      .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  return isUtf8(bytes) ? bytes.toString('utf8') : new TextDecoder('windows-1252').decode(bytes)
}
