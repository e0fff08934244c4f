import { number, percent, table, wrapped } from '../base/format.js'

/** Something that two manifests say otherwise; null where one says nothing of it. */
export interface Statement {
  readonly what: string
  readonly earlier: string | null
  readonly later: string | null
}

export interface ColumnChanges {
  readonly came: readonly string[]
  readonly went: readonly string[]
  /** The same name, of another type or meaning. */
  readonly changed: readonly Statement[]
}

/** Some of the texts; the share is of those that the later release has, that the earlier one has, or that both have. */
export interface Part {
  readonly texts: number
  readonly share: number | null
  /** Their rows, or their counts added up. */
  readonly amount?: number
}

export interface TextChanges {
  readonly earlier: number
  readonly later: number
  readonly came: Part
  readonly went: Part
  readonly stayed: number
  /** Of those in both: with more rows or a larger count, with fewer. Not there where a release shows no counts. */
  readonly more?: Part
  readonly fewer?: Part
}

interface Listed {
  readonly text: string
  readonly earlier?: number | null
  readonly later?: number | null
}

/** The largest of the texts that came, went and changed. */
export interface Largest {
  readonly came: readonly Listed[]
  readonly went: readonly Listed[]
  readonly changed: readonly Listed[]
}

interface Both {
  readonly earlier: number
  readonly later: number
}

/** What is different between two releases, for whoever has both. */
export interface Diff {
  readonly attacker: 'subscriber'
  /** What the releases hold: rows with queries, items, or shared queries, of which those are counted that can be opened. */
  readonly kind: 'rows' | 'items' | 'shares'
  readonly earlier: string
  readonly later: string
  /** Do both say the same in all columns and in their manifests? Pseudonyms and tags may be others. */
  readonly same: boolean
  readonly stated: readonly Statement[]
  readonly columns: ColumnChanges
  /** Those that came or went have no like in the other release, in the columns of both but for pseudonyms and tags. */
  readonly rows: Both & { readonly came: number; readonly went: number }
  /** Rows whose text is withheld. */
  readonly withheld?: Both
  /** First and last day shown. */
  readonly days?: { readonly earlier: Span | null; readonly later: Span | null }
  readonly texts: TextChanges
  /** Pseudonyms and tags, and how many stand in both releases: those join them. */
  readonly joined: Readonly<Record<string, Both & { readonly both: number }>>
  readonly largest?: Largest
}

export interface Span {
  readonly from: string
  readonly to: string
}

const TEXTS = { rows: 'queries', items: 'items', shares: 'opened queries' } as const

/** Two releases beside each other, for people. */
export function diffText(diff: Diff): string {
  return [
    `${diff.earlier} -> ${diff.later}, as a subscriber sees it, who has both`,
    ...(diff.same ? ['', 'Both say the same.'] : []),
    ...section('Said otherwise', diff.stated.flatMap(statementLines)),
    ...section('Columns', columnLines(diff.columns)),
    ...section('How much', sizeLines(diff)),
    ...section(`Which ${TEXTS[diff.kind]}`, changeLines(diff)),
    ...(diff.largest ? largestLines(diff.largest) : []),
    ...(diff.texts.came.texts > 0
      ? [
          '',
          `How many of those that came point at one person: lethe attack difference-releases ${diff.later} --other ${diff.earlier}`,
        ]
      : []),
  ].join('\n')
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]
}

function statementLines({ what, earlier, later }: Statement): string[] {
  if (earlier === null) return wrapped(`now ${later}`, `${what}: `)
  if (later === null) return wrapped(`no longer ${earlier}`, `${what}: `)
  const long = earlier.length + later.length > 80
  return long
    ? [what, ...wrapped(earlier, '  was: '), ...wrapped(later, '  is:  ')]
    : [`${what}: ${earlier} -> ${later}`]
}

function columnLines({ came, went, changed }: ColumnChanges): string[] {
  return [
    ...(came.length > 0 ? [`came: ${came.join(', ')}`] : []),
    ...(went.length > 0 ? [`went: ${went.join(', ')}`] : []),
    ...changed.flatMap(statementLines),
  ]
}

function sizeLines({ kind, rows, texts, withheld, days, joined }: Diff): string[] {
  const span = (one: Span | null) => (one ? `${one.from} to ${one.to}` : '-')
  const line = (what: string, { earlier, later }: Both) => [what, number(earlier), number(later)]
  return [
    ...table([
      ['', 'earlier', 'later'],
      line(kind === 'items' ? 'lines' : 'rows', rows),
      line(TEXTS[kind], texts),
      ...(withheld ? [line('rows without text', withheld)] : []),
      ...Object.entries(joined).map(([what, both]) => line(`${what}s`, both)),
      ...(days ? [['days', span(days.earlier), span(days.later)]] : []),
    ]),
    `${number(rows.came)} ${kind === 'items' ? 'lines' : 'rows'} of the later have no like in the earlier, ${number(rows.went)} of the earlier none in the later.`,
    ...Object.entries(joined).map(([what, { both }]) =>
      both === 0
        ? `No ${what} stands in both.`
        : `${number(both)} ${what}s stand in both: what they carry can be joined.`,
    ),
  ]
}

function changeLines({ kind, texts }: Diff): string[] {
  const share = (part: Part, of: string) => (part.share === null ? '-' : `${percent(part.share)} of ${of}`)
  const amount = (part: Part) => (part.amount === undefined ? '' : number(part.amount))
  const what = kind === 'items' ? 'counts' : 'rows'
  const { came, went, more, fewer, stayed } = texts
  return table([
    ['', TEXTS[kind], 'share', ...(came.amount === undefined ? [] : [what])],
    ['came', number(came.texts), share(came, 'the later'), amount(came)],
    ['went', number(went.texts), share(went, 'the earlier'), amount(went)],
    ['stayed', number(stayed), ''],
    ...(more ? [[`  with more ${what}`, number(more.texts), share(more, 'those')]] : []),
    ...(fewer ? [[`  with fewer ${what}`, number(fewer.texts), share(fewer, 'those')]] : []),
  ])
}

function largestLines({ came, went, changed }: Largest): string[] {
  const one = ({ text, earlier, later }: Listed) =>
    earlier === undefined ? text : `${earlier ?? '-'} -> ${later ?? '-'}  ${text}`
  return [
    ...section('Largest that came', came.map(one)),
    ...section('Largest that went', went.map(one)),
    ...section('Largest changes', changed.map(one)),
  ]
}
