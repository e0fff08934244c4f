import { extract, fullMatch } from '../engines/dialect/index.js'

// What no host holds: the ends of a host in a URL, blanks, invisible characters, and signs by which something else is added.
const NOT_HOST = `/?#:@\\\\\\s\\p{Z}\\p{C};,&=%"'<>|^\`{}`
const HOST = `^\\s*(?:(?:[A-Za-z][A-Za-z0-9+.-]*:)?//)?(?:[^/?#\\\\\\s]*@)?(\\[[0-9A-Fa-f:.]+\\]|[^${NOT_HOST}]+)`

/**
 * The host of a URL as SQL: no scheme, no credentials, no port, no path, lower case; http and https alike. Null where there
 * is none. A host is its own host. Credentials reach to the last @, since a password may hold one; a scheme counts only with
 * its slashes, since `host:8080` has none. Most URLs of a log are a plain host already, and take the short way.
 */
export function hostSql(url: string): string {
  return `CASE
    WHEN ${fullMatch(url, 'http://[a-z0-9.-]*[a-z0-9]')} THEN substr(${url}, 8)
    WHEN ${fullMatch(url, '[a-z0-9.-]*[a-z0-9]')} THEN ${url}
    ELSE nullif(trim(TRAILING '.' FROM lower(${extract(url, HOST, 1)})), '')
  END`
}
