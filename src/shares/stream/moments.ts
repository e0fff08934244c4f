/** Reads one time at a time, in the notations that streams have: for what the kernel does not read itself. */
export type MomentReader = (text: string) => string | undefined

const WRITTEN =
  /^(\d{4})[-/](\d\d?)[-/](\d\d?)(?:[ T](\d\d?):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?)? ?(Z|z|[+-]\d\d(?::?\d\d)?)?$/
const DIGITS = /^(?:(\d{4})|(\d\d))(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d))?$/
const EPOCH = /^\d{10}(\.\d+)?$|^\d{13}$|^\d{16}$/

/** Times that name their zone, or count seconds, are told in `zone`; others are taken as they stand. As 2006-03-01 10:15:00. */
export function momentReader(zone: string): MomentReader {
  // Swedish writes dates as the standard does.
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const told = (milliseconds: number) => (Number.isFinite(milliseconds) ? local.format(milliseconds) : undefined)
  return (text) => {
    const written = WRITTEN.exec(text)
    if (written) {
      const [, year, month = '', day = '', hour = '0', minute = '00', second = '00', offset] = written
      const two = (part: string) => part.padStart(2, '0')
      const plain = `${year}-${two(month)}-${two(day)} ${two(hour)}:${minute}:${second}`
      if (!exists(plain)) return undefined
      if (offset === undefined) return plain
      return told(Date.parse(`${plain.replace(' ', 'T')}${offsetOf(offset)}`))
    }
    if (EPOCH.test(text)) return told(Number(text) / (text.length === 16 ? 1000 : text.length === 13 ? 1 : 0.001))
    const digits = DIGITS.exec(text)
    if (!digits || text.length === 6) return undefined
    const [, year, short, month, day, hour = '00', minute = '00', second = '00'] = digits
    const century = Number(short) < 69 ? '20' : '19'
    const plain = `${year ?? `${century}${short}`}-${month}-${day} ${hour}:${minute}:${second}`
    return exists(plain) ? plain : undefined
  }
}

function exists(moment: string): boolean {
  const parsed = new Date(`${moment.replace(' ', 'T')}Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === moment.slice(0, 10)
}

function offsetOf(offset: string): string {
  if (/^z$/i.test(offset)) return 'Z'
  return offset.length === 3 ? `${offset}:00` : offset.replace(/^(...):?/, '$1:')
}
