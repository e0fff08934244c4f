import type { Planter } from './planter.js'
import { always, rareWords } from './secret.js'

/** Queries of one person each, whose bytes may slip past a reader, a writer, a terminal or a search. */
export function unusualQueries(p: Planter): void {
  const odd: Readonly<Record<string, (word: string) => string>> = {
    emoji: (w) => `🔑${w}🗝️👩‍👧`,
    'combining characters': (w) => `e\u0301o\u0308\u0323${w}n\u0303`,
    'capital letters': (w) => `ÄÉ ${w.toUpperCase()} İ`,
    'zero-width characters': (w) => `${w.slice(0, 5)}\u200b${w.slice(5)}\u200d\ufeff`,
    'direction marks': (w) => `\u202e${w}\u202c\u200f`,
    'NUL byte': (w) => `${w}\u0000tail`,
    'control characters': (w) => `\u001b[2J${w}\u0007\u009b`,
    'tabs and line ends': (w) => `a\t${w}\r\nb\u2028c`,
    quotes: (w) => `"${w}" 'and' \`more\` ""`,
    backslashes: (w) => `\\${w}\\n\\u0041`,
    HTML: (w) => `<script>alert("${w}")</script>&amp;`,
    'spreadsheet formula': (w) => `=HYPERLINK("http://x/${w}","y")`,
    SQL: (w) => `'; DROP TABLE log; -- ${w}`,
    'e-mail address': (w) => `${w}@mail.example`,
    'very long query': (w) => `${'lorem ipsum '.repeat(5000)}${w}`,
    'another script': (w) => `密码 пароль ${w} سر`,
  }
  for (const [kind, write] of Object.entries(odd)) {
    const word = p.word()
    const query = write(word)
    p.ask(p.person(), query)
    p.hide(`unusual bytes: ${kind}`, rareWords, query.length < 200 ? [word, query] : [word], [query])
  }
}

/** Lines that do not parse as rows: nothing of them may come out anywhere. */
export function badLines(p: Planter): void {
  const hidden = (kind: string) => {
    const word = p.word()
    p.hide(`bad row: ${kind}`, always, [word])
    return word
  }
  const row = { user: p.person(), query: p.word(), time: p.at() }
  const json = (value: unknown) => Buffer.from(JSON.stringify(value))
  p.badLines.push(
    Buffer.from(`{"user":"${row.user}","query":"${hidden('cut off')}`),
    Buffer.from(`${hidden('no JSON')} ${row.user}\t${row.time}`),
    json([hidden('no object')]),
    json({ ...row, query: hidden('no user'), user: '' }),
    json({ ...row, time: hidden('time that is none') }),
    json({ ...row, rank: hidden('rank that is none') }),
    Buffer.concat([
      json({ ...row, query: hidden('invalid UTF-8') }).subarray(0, -2),
      Buffer.from([0xff, 0xfe, 0x22, 0x7d]),
    ]),
  )
}
