/** What SSH puts into bytes: numbers of four bytes, and strings with their length in front (RFC 4251, section 5). */
export interface Wire {
  readonly bytes: (length: number) => Buffer
  readonly number: () => number
  readonly string: () => Buffer
  readonly left: () => number
}

class TooShort extends Error {}

/** Reads bytes to their end; undefined where they are too short, where something is left over, or where `read` says so. */
export function decode<T>(from: Buffer, read: (wire: Wire) => T | undefined): T | undefined {
  let at = 0
  const bytes = (length: number) => {
    if (length > from.length - at) throw new TooShort()
    at += length
    return from.subarray(at - length, at)
  }
  const number = () => bytes(4).readUInt32BE()
  try {
    const found = read({ bytes, number, string: () => bytes(number()), left: () => from.length - at })
    return at === from.length ? found : undefined
  } catch (error) {
    if (error instanceof TooShort) return undefined
    throw error
  }
}

/** Strings, each with its length in front. */
export function encode(...strings: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat(
    strings.flatMap((string) => {
      const bytes = typeof string === 'string' ? Buffer.from(string) : string
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      return [length, bytes]
    }),
  )
}

const WIDTH = 70 // as ssh-keygen breaks its lines

/** Bytes as text between two lines that say what they are. */
export function armour(label: string, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(new RegExp(`.{1,${WIDTH}}`, 'g')) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

/** The bytes between the two lines; undefined if there is anything else. */
export function unarmour(label: string, text: string): Buffer | undefined {
  const match = new RegExp(`^-----BEGIN ${label}-----\\s([A-Za-z0-9+/=\\s]+)-----END ${label}-----\\s*$`).exec(text)
  return match ? Buffer.from(match[1]!, 'base64') : undefined
}
