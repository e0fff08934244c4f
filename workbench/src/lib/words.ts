export { plain } from '../../../src/plots/theme.js'

/** A share to a tenth of a percent, as the sentences of the library have it: what is little is not nothing, and what is nearly all is not all. */
export function percent(share: number): string {
  const rounded = Number((100 * share).toFixed(1))
  if (rounded === 0 && share > 0) return 'under 0.1%'
  return rounded === 100 && share < 1 ? 'over 99.9%' : `${rounded}%`
}

export function count(n: number): string {
  return n.toLocaleString('en', { maximumFractionDigits: 1 })
}

export function counted(n: number, thing: string): string {
  return `${count(n)} ${thing}${n === 1 ? '' : 's'}`
}

export function bytes(n: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, n)) / 3))
  return `${(n / 1000 ** step).toLocaleString('en', { maximumFractionDigits: step === 0 ? 0 : 1 })} ${units[step]}`
}

export function day(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
}

export function moment(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
}

export function sentence(text: string): string {
  return ended(text.charAt(0).toUpperCase() + text.slice(1))
}

/** With a full stop: what may begin with the name of a file keeps its first letter. */
export function ended(text: string): string {
  return /[.!?:]$/.test(text) ? text : `${text}.`
}

/** Long numbers cut to four digits, upwards since they bound something; and e to some power said as the number that it is. */
export function inShort(text: string): string {
  return text
    .replace(/\be\^(\d+(?:\.\d+)?)/g, (power, exponent: string) => {
      const factor = Math.exp(Number(exponent))
      const words = Number(factor.toPrecision(3)).toLocaleString('en')
      return factor < 1e6 ? `${power} (about ${words})` : power
    })
    .replace(/\d+\.\d{4,}/g, (long) => figure(Number(long)))
}

/** At most four digits, rounded up; whole numbers as they are. */
export function figure(n: number): string {
  if (!Number.isFinite(n) || Number.isInteger(n) || Number(n.toPrecision(4)) === n) return String(n)
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(n))) - 3)
  return String(Number((Math.ceil(n / unit - 1e-9) * unit).toPrecision(4)))
}

/** What the command line calls otherwise than the page. */
const ON_THE_PAGE: Readonly<Record<string, string>> = {
  columns: 'the menus of the columns',
  'time-format': '“Notation of times”',
  'date-order': '“Order of dates”',
  zone: '“Zone of times”',
  encoding: '“Encoding”',
  format: '“Format”',
  header: '“First line”',
  unit: '“One person is”',
  'max-bad': '“Rows that may fail to parse”',
  'fold-users': '“ids that differ in case alone are one person”',
  population: 'population',
  link: '“Pseudonyms”',
  time: '“Times”',
}

/** What the library advises, in the words of the page: no flags of the command line. */
export function pageWords(text: string): string {
  return text
    .replace(/ ?\(lethe ledger set\)/g, '')
    .replace('name another place with --temp DIR or -o DIR', 'start the workbench with another --temp or --roots')
    .replace(
      /--([a-z][a-z-]*)((?: [a-z]+=NAME| [A-Z]{2,}\b| \w+(?:\|\w+)+)*)/g,
      (_, flag: string) => ON_THE_PAGE[flag] ?? `“${flag.replaceAll('-', ' ')}”`,
    )
}

const NOTED: Readonly<Record<string, string>> = { d: 'DD', m: 'MM', Y: 'YYYY', y: 'YY', H: 'hh', M: 'mm', S: 'ss' }

/** %d.%m.%Y %H:%M -> DD.MM.YYYY hh:mm, where every mark of it is one that people know. */
export function notationWords(notation: string): string {
  const marks = [...notation.matchAll(/%(.)/g)].map(([, mark]) => mark!)
  return marks.every((mark) => mark in NOTED) ? notation.replace(/%(.)/g, (_, mark: string) => NOTED[mark]!) : notation
}

/** hostK -> host k */
export function words(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

export function seconds(from: number, to: number): string {
  const s = Math.max(0, Math.round((to - from) / 1000))
  return s < 90 ? `${s} s` : `${Math.round(s / 60)} min`
}

/** How long something takes, when nobody can know exactly. */
export function about(s: number): string {
  if (s < 20) return 'a moment'
  if (s < 50) return 'about half a minute'
  if (s < 90) return 'about a minute'
  if (s < 3600) return `about ${Math.round(s / 60)} minutes`
  return s < 2 * 3600
    ? 'about an hour'
    : s < 48 * 3600
      ? `about ${Math.round(s / 3600)} hours`
      : `about ${Math.round(s / 86400)} days`
}

const MOST_BRIEF = 80

/** The beginning of a sentence, where there is room for no more. */
export function inBrief(text: string): string {
  const first = text.split(';')[0]!.trim()
  const short = first.length <= MOST_BRIEF ? first : first.replace(/ \([^)]*\)/g, '')
  return short.length <= MOST_BRIEF ? short : `${short.slice(0, MOST_BRIEF - 1).trimEnd()}…`
}
