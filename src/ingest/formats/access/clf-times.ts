const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const CLF = /^(\d\d?)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)$/

/** Moments as access logs write them, told in UTC in the notation that the engine reads fastest. Others stay as they are; so do those of no calendar. */
export function clfTimes(): (written: string) => string {
  const hours = new Map<string, string>() // an hour of a zone that is whole hours off, as it begins in UTC
  return (written) => {
    const whole = /^.{14}:[0-5]\d:[0-5]\d [+-]\d\d00$/.test(written)
    if (!whole) return inUtc(written)
    const key = `${written.slice(0, 14)}${written.slice(20)}`
    let hour = hours.get(key)
    if (hour === undefined) {
      hour = inUtc(`${written.slice(0, 14)}:00:00${written.slice(20)}`).slice(0, 13)
      if (hours.size < MOST_HOURS) hours.set(key, hour)
    }
    return /^\d{4}-/.test(hour) ? hour + written.slice(14, 20) : written
  }
}

const MOST_HOURS = 100_000

function inUtc(written: string): string {
  const found = CLF.exec(written)
  if (found === null) return written
  const [, day, name = '', year, hour, minute, second, sign, hours, minutes] = found
  const month = MONTHS.indexOf(name)
  const local = new Date(Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second)))
  const real = month !== -1 && local.getUTCDate() === Number(day) && Number(hour) < 24 && Number(minute) < 60
  if (!real || Number(year) < 100) return written
  const offset = (sign === '-' ? -1 : 1) * (60 * Number(hours) + Number(minutes))
  return new Date(local.getTime() - 60_000 * offset).toISOString().slice(0, 19).replace('T', ' ')
}
