export const FORMATS = [
  'aol',
  'excite',
  'csv',
  'tsv',
  'ndjson',
  'parquet',
  'ubi',
  'sogou',
  'transactions',
  'access',
  'elasticsearch',
  'solr',
  'matomo',
  'ga4',
  'chat',
] as const
export type Format = (typeof FORMATS)[number]

/** Formats whose columns are what they are. */
export const FIXED_COLUMNS: readonly Format[] = ['ubi', 'sogou', 'transactions']
