import type { Format } from '../format-names.js'
import type { LineFormat, Parse } from '../line-log.js'
import { access } from './access/index.js'
import { chat } from './chat.js'
import { elasticsearch } from './elasticsearch.js'
import { ga4, matomo } from './site-search.js'
import { solr } from './solr.js'

/** Formats whose lines are no rows of columns, but tell such. */
export type LineFormatName = Extract<Format, 'access' | 'elasticsearch' | 'solr' | 'matomo' | 'ga4' | 'chat'>

const LINE_FORMATS: Readonly<Record<LineFormatName, LineFormat<unknown>>> = {
  access,
  elasticsearch,
  solr,
  matomo,
  ga4,
  chat,
}

export function isLineFormat(format: Format): format is LineFormatName {
  return format in LINE_FORMATS
}

export function lineFormat(format: LineFormatName): LineFormat<unknown> {
  return LINE_FORMATS[format]
}

/** How lines are read, as it goes to other threads. */
export interface Parsing {
  readonly format: LineFormatName
  readonly how: unknown
}

export function parserOf({ format, how }: Parsing): Parse {
  return lineFormat(format).parser(how)
}
