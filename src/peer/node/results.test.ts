import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeEntities, readHtml, readSelector, select, textOf } from './html.js'
import { JSON_RULES, type Rules, readResults, readRules } from './results.js'

const HTML: Rules = { kind: 'html', items: 'div.hit', title: 'h2 a', url: 'h2 a@href', snippet: 'p.text' }
const BASE = 'https://engine.example/search'

describe('results of an engine', () => {
  test('from JSON, by paths', () => {
    const rules: Rules = { kind: 'json', items: 'response.docs', title: 'name', url: 'link.href', snippet: 'body' }
    const body = JSON.stringify({
      response: {
        docs: [
          { name: 'One', link: { href: '/1' }, body: 'a\n  b' },
          { name: 'Bad', link: { href: 'javascript:x' } },
        ],
      },
    })
    expect(readResults(body, rules, BASE)).toEqual([{ title: 'One', url: 'https://engine.example/1', snippet: 'a b' }])
    expect(() => readResults('{}', JSON_RULES, BASE)).toThrow()
    expect(() => readResults('<html>', JSON_RULES, BASE)).toThrow()
  })

  test('from HTML, by selectors', () => {
    const page = `<!doctype html><title>a > b</title><script>if (a < b) "<div class=hit>"</script><!-- <div class="hit"> -->
      <DIV CLASS="x hit"><h2>Top <a href='/one?a=1&amp;b=2'>One &amp; <b>only</b></a></h2><img src=x><p class=text>Some&nbsp;text &#x2713;<br>more</p></DIV>
      <div class="hitter"><h2><a href="/no">no</a></h2></div>
      <div class="hit"><h2><a href="https://two.example/">Two</a></h2></div>`
    expect(readResults(page, HTML, BASE)).toEqual([
      { title: 'One & only', url: 'https://engine.example/one?a=1&b=2', snippet: 'Some text ✓ more' },
      { title: 'Two', url: 'https://two.example/', snippet: '' },
    ])
  })

  test('selectors: tags, classes, ids, attributes, descendants', () => {
    const root = readHtml('<div id=a><ul><li class="x y" data-k=1>1<li data-k="2">2</ul><p><a rel=z>3</a></p></div>')
    const found = (selector: string) => select(root, readSelector(selector) ?? []).map(textOf)
    expect(found('#a li.x')).toEqual(['1 2'])
    expect(found('[data-k="2"]')).toEqual(['2'])
    expect(found('div a[rel]')).toEqual(['3'])
    expect(found('ul a')).toEqual([])
    for (const bad of ['', 'a > b', 'a:hover', '.', '[]']) expect(readSelector(bad), bad).toBeUndefined()
  })

  test('any page is read to its end, and nothing deep or broken breaks it', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '<div>',
            '</div>',
            '<a href="',
            '">',
            '<',
            '&#',
            'x',
            "<p class='hit'>",
            '<!--',
            '-->',
            '<script>',
          ),
        ),
        (parts) => {
          readResults(parts.join(''), HTML, BASE)
        },
      ),
    )
    expect(textOf(readHtml('<div>'.repeat(100_000) + 'x'))).toBe('x')
    expect(decodeEntities('&#0;&#1114112;&bogus;&lt;')).toBe('&bogus;<')
  })

  test('rules are complained about in one line', () => {
    expect(readRules(JSON.stringify(HTML), 'r.json')).toEqual(HTML)
    for (const bad of [
      'x',
      '{}',
      JSON.stringify({ ...HTML, items: 'a > b' }),
      JSON.stringify({ ...HTML, kind: 'xml' }),
    ])
      expect(() => readRules(bad, 'r.json'), bad).toThrow(/r\.json/)
  })
})
