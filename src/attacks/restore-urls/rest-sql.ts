/**
 * What a URL says beyond its host, as SQL: path, parameters and fragment; empty where it says no more. A closing slash makes no difference, and scheme, credentials and
 * port stand before it: two URLs of one host are the same page if they have the same rest.
 */
export function restSql(url: string): string {
  return `rtrim(regexp_extract(trim(${url}), '^(?:(?:[A-Za-z][A-Za-z0-9+.-]*:)?//)?[^/?#]*(.*)$', 1, 's'), '/')`
}
