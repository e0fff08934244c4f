/** The rooms whose SQL any engine is to run: in their literals stands no mark of a dialect. Other rooms keep that of DuckDB. */
export const NEUTRAL: readonly string[] = [
  'src/checks/*.ts',
  'src/engines/*.ts',
  'src/histograms/*.ts',
  'src/ingest/**/*.ts',
  'src/knowledge/**/*.ts',
  'src/log/*.ts',
  'src/methods/{allowlist,gaussian-threshold,korolova,optimal-selection,phrases,rare-queries,scrub,token-hash,zealous}/*.ts',
  'src/methods/sessions/*.ts', // by day and by pause; by interest is for columns
  'src/release/*.ts',
  'src/run/**/*.ts',
  'src/series/*.ts',
  'src/thresholds/*.ts',
]

/**
 * What only DuckDB understands, or understands in its own way. `FILTER (WHERE ...)`, `GROUP BY ALL` and `CAST(... AS ...)` are everybody's;
 * names of types are not.
 */
export const MARKS: readonly RegExp[] = [
  // Tables come and go by the verbs of `Sql`.
  /\b(CREATE|DROP|ALTER) (\w+ )*(TABLE|VIEW)\b|\bDELETE FROM\b|\bINSERT INTO\b|\bUPDATE \w+ SET\b/,
  /::\s*[A-Za-z$]/,
  /\b(VARCHAR|BLOB|U?(TINY|SMALL|BIG|HUGE)INT|UINTEGER|TIMESTAMPTZ|UUID)\b/,
  /\b(TRY_CAST|TRY)\(/i,
  /\b(list|array|struct|json)_\w+\(/,
  /\b(unnest|generate_subscripts|range|flatten|len)\(/,
  /\blambda \w+:|\w ->/,
  /[\w)}]\[[-:\d]/,
  /\b(string_split|string_agg|starts_with|ends_with|strlen|octet_length|nfc_normalize|url_encode|encode)\(/,
  /\bregexp_\w+/,
  /\b(SEMI|ANTI|POSITIONAL|ASOF) JOIN\b/,
  /\bFILTER \((?!WHERE\b)/,
  /\browid\b/,
  /\b(EXCLUDE|REPLACE) \(|\bEXCLUDE \w/,
  /\bUSING SAMPLE\b|\bMATERIALIZED\b|\brow\(|\bDESCRIBE\b|\bQUALIFY\b|\bDISTINCT ON\b/,
  /\b(try_)?strptime\(|\bstrftime\(|\bepoch\w*\(|\bto_timestamp\(/,
  /\b(timezone|date_diff|date_trunc)\(|\bINTERVAL\b/,
  /\b(hash|md5|sha256|unhex)\(/,
  /\b(arg_min|arg_max|any_value|bool_and|bool_or|median|quantile\w*)\(/,
  /\b(min|max)\([^()]*, \$/,
  /<<|>>/,
]
