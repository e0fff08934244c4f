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

const SPARK: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(SAID).map(([spark, said]) => [said, spark.toUpperCase()])),
  TIMESTAMP: 'TIMESTAMP_NTZ',
  'TIMESTAMP WITH TIME ZONE': 'TIMESTAMP_LTZ',
  UTINYINT: 'SMALLINT',
  USMALLINT: 'INT',
  UINTEGER: 'BIGINT',
  UBIGINT: 'DECIMAL(20, 0)',
  HUGEINT: 'DECIMAL(38, 0)',
}

/** The type of Spark that holds what one of the embedded engine holds. */
export function sparkType(said: string): string {
  return SPARK[said] ?? said
}
