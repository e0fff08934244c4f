/** An element of a page, as far as results need it. */
export interface Element {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: (Element | string)[]
}

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const RAW = new Set(['script', 'style', 'template', 'noscript', 'textarea', 'title'])
const DEPTH_AT_MOST = 500

/**
 * Reads a page into a tree: enough of HTML for result lists, never executed, never shown. An end tag closes the nearest open element of
 * its name; a tag that is never closed ends with its parent. Text of scripts and styles is left out.
 */
export function readHtml(page: string): Element {
  const root: Element = { tag: '#root', attributes: {}, children: [] }
  const open: Element[] = [root]
  const tags =
    /<!--[\s\S]*?(?:-->|$)|<![^>]*>|<\/([a-zA-Z][^\s/>]*)[^>]*>|<([a-zA-Z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/g
  let at = 0
  for (let match = tags.exec(page); match; match = tags.exec(page)) {
    const parent = open[open.length - 1]!
    if (match.index > at) parent.children.push(decodeEntities(page.slice(at, match.index)))
    at = tags.lastIndex
    const [, closing, opening, attributes = ''] = match
    if (closing !== undefined) {
      const tag = closing.toLowerCase()
      for (let i = open.length - 1; i > 0; i--) {
        if (open[i]?.tag !== tag) continue
        open.length = i
        break
      }
    } else if (opening !== undefined) {
      const tag = opening.toLowerCase()
      const element: Element = { tag, attributes: readAttributes(attributes), children: [] }
      parent.children.push(element)
      if (RAW.has(tag)) {
        const end = page.toLowerCase().indexOf(`</${tag}`, at)
        if (tag === 'title' || tag === 'textarea')
          element.children.push(decodeEntities(page.slice(at, end < 0 ? undefined : end)))
        at = tags.lastIndex = end < 0 ? page.length : end
      } else if (!VOID.has(tag) && !attributes.endsWith('/') && open.length < DEPTH_AT_MOST) open.push(element)
    }
  }
  if (at < page.length) open[open.length - 1]!.children.push(decodeEntities(page.slice(at)))
  return root
}

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null)
  for (const [, name = '', double, single, bare] of text.matchAll(
    /([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g,
  ))
    attributes[name.toLowerCase()] ??= decodeEntities(double ?? single ?? bare ?? '')
  return attributes
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,6}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name as string] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

/** The text of an element and all in it. */
export function textOf(element: Element): string {
  return element.children
    .map((child) => (typeof child === 'string' ? child : textOf(child)))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** One step of a selector: `tag.class#id[attribute=value]`, any of them. */
interface Step {
  readonly tag: string
  readonly tests: readonly ((attributes: Element['attributes']) => boolean)[]
}

/** Selectors are steps with blanks between: each somewhere inside the one before. Undefined for what is none. */
export function readSelector(selector: string): readonly Step[] | undefined {
  const steps = selector.trim().split(/\s+/).map(readStep)
  return steps.every((step) => step !== undefined) ? (steps as Step[]) : undefined
}

function readStep(text: string): Step | undefined {
  const parts = /^([a-zA-Z][\w-]*|\*)?((?:[.#][\w-]+|\[[\w-]+(?:=(?:"[^"]*"|[^\]]*))?\])*)$/.exec(text)
  if (parts === null || text === '') return undefined
  const tests = [...(parts[2] ?? '').matchAll(/([.#])([\w-]+)|\[([\w-]+)(?:=(?:"([^"]*)"|([^\]]*)))?\]/g)].map(
    ([, kind, name = '', attribute = '', quoted, bare]) =>
      (attributes: Element['attributes']) => {
        if (kind === '.') return (attributes.class ?? '').split(/\s+/).includes(name)
        if (kind === '#') return attributes.id === name
        const wanted = quoted ?? bare
        return wanted === undefined ? attribute in attributes : attributes[attribute] === wanted
      },
  )
  return { tag: parts[1]?.toLowerCase() ?? '*', tests }
}

/** All elements under `root` that the selector means, in the order of the page. */
export function select(root: Element, steps: readonly Step[]): Element[] {
  const found: Element[] = []
  const visit = (element: Element, at: number) => {
    for (const child of element.children) {
      if (typeof child === 'string') continue
      const step = steps[at]!
      const fits = (step.tag === '*' || step.tag === child.tag) && step.tests.every((test) => test(child.attributes))
      if (fits && at === steps.length - 1) found.push(child)
      visit(child, fits && at < steps.length - 1 ? at + 1 : at)
    }
  }
  visit(root, 0)
  return found
}
