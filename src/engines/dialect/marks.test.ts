import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { globSync } from 'tinyglobby'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { MARKS, NEUTRAL } from './marks.js'

/** The literals of a file as they stand there, with what templates hold left out. */
function literalsOf(path: string): { readonly line: number; readonly text: string }[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: { line: number; text: string }[] = []
  const visit = (node: ts.Node): void => {
    const line = () => source.getLineAndCharacterOfPosition(node.getStart()).line + 1
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if (ts.isTemplateExpression(node))
      found.push({
        line: line(),
        text: [node.head, ...node.templateSpans.map((span) => span.literal)].map((part) => part.getText()).join(''),
      })
    else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
      found.push({ line: line(), text: node.text })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const marksIn = (path: string): string[] =>
  literalsOf(path).flatMap(({ line, text }) =>
    MARKS.flatMap((mark) => {
      const match = mark.exec(text)
      return match === null ? [] : [`${path}:${line}: ${match[0]}`]
    }),
  )

const files = globSync([...NEUTRAL], { ignore: ['**/*.test.ts'] }).sort()

describe('what any engine is to run has no mark of a dialect', () => {
  test('the rooms are there', () => {
    for (const room of NEUTRAL) expect(globSync([room]), room).not.toEqual([])
  })
  test.each(files)('%s', (path) => {
    expect(marksIn(path)).toEqual([])
  })
})

/** Do the words stand at the top of the room, or of a room around it? */
function saidIn(room: string): boolean {
  const said = ['README.md', 'index.ts'].map((file) => join(room, file)).filter((path) => existsSync(path))
  return (
    said.some((path) => readFileSync(path, 'utf8').includes("DuckDB's dialect")) ||
    (room !== 'src' && saidIn(dirname(room)))
  )
}

test('other rooms that write SQL say that they keep the dialect of DuckDB', () => {
  const others = globSync(['src/**/*.ts'], { ignore: [...NEUTRAL, 'src/engines/**', '**/*.test.ts'] })
  const silent = others.filter(
    (path) => readFileSync(path, 'utf8').includes('/engines/') && marksIn(path).length > 0 && !saidIn(dirname(path)),
  )
  expect(silent).toEqual([])
})

test('marks are found where they are', () => {
  expect(marksIn('src/engines/duckdb/dialect-values.ts').length).toBeGreaterThan(5)
  expect(marksIn('src/engines/duckdb/dialect.ts').length).toBeGreaterThan(10)
})
