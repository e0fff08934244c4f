/**
 * The host of a URL as SQL: no scheme, no credentials, no port, no path, lower case; http and https alike. Null where there
 * is none. A host is its own host. Most URLs of a log are a plain host already, and take the short way.
 */
export function hostSql(url: string): string {
  return `CASE
    WHEN regexp_full_match(${url}, 'http://[a-z0-9.-]*[a-z0-9]') THEN substr(${url}, 8)
    WHEN regexp_full_match(${url}, '[a-z0-9.-]*[a-z0-9]') THEN ${url}
    ELSE nullif(rtrim(lower(regexp_extract(${url}, '^\\s*(?:[A-Za-z][A-Za-z0-9+.-]*:)?(?://)?(?:[^/?#@\\s]*@)?(\\[[0-9A-Fa-f:.]+\\]|[^/?#:@\\s]+)', 1)), '.'), '')
  END`
}
