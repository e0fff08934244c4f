const SAID: Readonly<Record<string, string>> = {
  string: 'VARCHAR',
  int: 'INTEGER',
  bigint: 'BIGINT',
  double: 'DOUBLE',
  float: 'FLOAT',
  timestamp: 'TIMESTAMP WITH TIME ZONE',
  timestamp_ntz: 'TIMESTAMP',
  date: 'DATE',
  binary: 'BLOB',
  boolean: 'BOOLEAN',
}

/** A type as Spark says it, in the words that all engines use. */
export function saidType(type: string): string {
  if (type.startsWith('array<')) return `${saidType(type.slice(6, -1))}[]`
  if (type.startsWith('struct<')) return 'STRUCT()'
  if (type.startsWith('map<')) return 'MAP()'
  return SAID[type] ?? type.toUpperCase()
}

/** The type of the embedded engine that holds what a type of Spark's holds, for files that are written here. */
export function localType(said: string): string {
  return said === 'TIMESTAMP WITH TIME ZONE' ? 'TIMESTAMPTZ' : said
}
