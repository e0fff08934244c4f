import type { Planter } from './planter.js'
import { urlParts } from './secret.js'

/** URLs on one host that hide something beside the host, each in another place. Whoever shares them, only the host may show. */
export function commonUrls(p: Planter, site: string): string[] {
  const hidden = (kind: string, value = p.word()) => {
    p.hide(kind, urlParts, [value])
    return value
  }
  return [
    `https://${hidden('URL: user name')}:${hidden('URL: password')}@${site}/${hidden('URL: path')}/index.html?q=${hidden('URL: query')}#${hidden('URL: fragment')}`,
    `https://mail:${hidden('URL: password with an @')}@${hidden('URL: password with an @')}@${site}/`,
    `${site}:${hidden('URL: port without scheme')}/start`,
    `${hidden('URL: user name without scheme')}:${hidden('URL: password without scheme')}@${site}`,
    `https://${site}\\${hidden('URL: path behind a backslash')}`,
    `http://${site};${hidden('URL: parameter behind the host')}/`,
    `//${site.toUpperCase()}./${hidden('URL: path without scheme')}`,
    `http://${hidden('URL: port', `${site}:8443`)}/`,
  ]
}
