import type { Planter } from './planter.js'
import { always } from './secret.js'

/** URLs on one host that hide something beside the host, each in another place. Whoever shares them, only the host may show. */
export function commonUrls(p: Planter, site: string): string[] {
  const hidden = (kind: string, value = p.word()) => {
    p.hide(kind, always, [value])
    return value
  }
  return [
    `https://${hidden('user name in a URL')}:${hidden('password in a URL')}@${site}/${hidden('path of a URL')}/index.html?q=${hidden('query of a URL')}#${hidden('fragment of a URL')}`,
    `https://mail:${hidden('password with an @ in a URL')}@${hidden('password with an @ in a URL')}@${site}/`,
    `${site}:${hidden('port without scheme')}/start`,
    `${hidden('user name without scheme')}:${hidden('password without scheme')}@${site}`,
    `https://${site}\\${hidden('path behind a backslash')}`,
    `http://${site};${hidden('parameter behind the host')}/`,
    `//${site.toUpperCase()}./${hidden('path without scheme')}`,
    `http://${hidden('port of a URL', `${site}:8443`)}/`,
  ]
}
