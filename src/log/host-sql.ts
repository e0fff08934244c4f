/**
 * The host of a URL as SQL: no scheme, no credentials, no port, no path, lower case; http and https alike. Null where there
 * is none. A host is its own host.
 */
export function hostSql(url: string): string {
  return `nullif(rtrim(lower(regexp_extract(${url}, '^\\s*(?:[A-Za-z][A-Za-z0-9+.-]*:)?(?://)?(?:[^/?#@\\s]*@)?(\\[[0-9A-Fa-f:.]+\\]|[^/?#:@\\s]+)', 1)), '.'), '')`
}
