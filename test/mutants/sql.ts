// Mutants of SQL, which Stryker does not look into: thresholds are counted in it. One change at a time (a `>=` into `>`, k into
// k - 1, a DISTINCT left out) is made in a file as vitest loads it, and the tests of that file must notice.
//
//   node dist/test/mutants/sql.js [GROUP...] [--share S] [--seed N] [--file PART] [--list]
//
// Options are those of run.ts.
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import process from 'node:process'
import { globSync } from 'tinyglobby'
import ts from 'typescript'
import { createVitest, type Vitest } from 'vitest/node'
import { asked, isDrawn } from './sample.js'
import { BREAK, GROUPS, type Group } from './subjects.js'

const { values, groups } = asked()

const CHANGES: readonly (readonly [RegExp, string])[] = [
  [/>=/g, '>'],
  [/<=/g, '<'],
  [/(?<= )>(?= )/g, '>='],
  [/(?<= )<(?= )/g, '<='],
  [/<>/g, '='],
  [/(?<= )=(?= )/g, '<>'],
  [/\bDISTINCT (?!FROM)/g, ''],
  [/\bAND\b/g, 'OR'],
  [/\bOR\b/g, 'AND'],
  [/\bIS NOT NULL\b/g, 'IS NULL'],
  [/\bIS NULL\b/g, 'IS NOT NULL'],
  [/\bIS NOT DISTINCT FROM\b/g, '='],
  [/\bNOT IN\b/g, 'IN'],
  [/\bmin\(/g, 'max('],
  [/\bmax\(/g, 'min('],
  [/ [-+] 1\b/g, ''],
  [/\bLEFT JOIN\b/g, 'JOIN'],
]
const IS_SQL = /\b(SELECT|FROM|WHERE|HAVING|JOIN|GROUP BY|CASE WHEN|IS NOT NULL|IS NOT DISTINCT)\b|\bcount\(/

interface Mutant {
  readonly path: string
  readonly text: string
  readonly from: number
  readonly to: number
  readonly instead: string
}

const JOINS: Readonly<Record<string, readonly [string, string]>> = {
  antiJoin: ['ANTI', 'SEMI'],
  semiJoin: ['SEMI', 'ANTI'],
}

/** The name of the function that a node is given to, or of the call that it is itself. */
function calledBy(node: ts.Node, call = node.parent): string | undefined {
  return ts.isCallExpression(call) && ts.isIdentifier(call.expression) ? call.expression.text : undefined
}

/** All mutants of a file: where, what stands there, and what instead. */
function mutantsOf(path: string): Mutant[] {
  const text = readFileSync(path, 'utf8')
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []
  const add = (from: number, to: number, instead: string) => found.push({ path, text, from, to, instead })
  const visit = (node: ts.Node, within = false): void => {
    const literal =
      ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isStringLiteral(node)
    // What the dialect's functions are given inside SQL is SQL, however short.
    const isSql = literal && (IS_SQL.test(node.getText()) || (within && calledBy(node) !== undefined))
    if (isSql) {
      const pieces = ts.isTemplateExpression(node)
        ? [node.head, ...node.templateSpans.map((span) => span.literal)]
        : [node]
      pieces.forEach((piece, i) => {
        const start = piece.getStart()
        const content = text.slice(start, piece.end)
        for (const [what, instead] of CHANGES)
          for (const match of content.matchAll(what))
            add(start + match.index, start + match.index + match[0].length, instead)
        // k after a comparison becomes k - 1
        if (i < pieces.length - 1 && /[<>]=? \$\{$/.test(content)) {
          const end = pieces[i + 1]!.getStart() + 1 // behind the closing brace
          add(end, end, ' - 1')
        }
      })
    }
    const join = JOINS[calledBy(node, node) ?? '']
    if (join) add(node.end, node.end, `.replace('${join[0]}', '${join[1]}')`)
    ts.forEachChild(node, (child) => visit(child, within || isSql))
  }
  visit(source)
  return found.sort((a, b) => a.from - b.from)
}

let current: Mutant | undefined
const plugin = {
  name: 'sql-mutants',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | undefined {
    if (current === undefined || id.split('?')[0] !== resolve(current.path)) return undefined
    if (code !== current.text) throw new Error(`${current.path} was changed by somebody else`)
    return code.slice(0, current.from) + current.instead + code.slice(current.to)
  },
}

/** A vitest of its own for each set of tests: what failed last in another would count towards its `bail`. */
async function withVitest<T>(work: (vitest: Vitest) => Promise<T>): Promise<T> {
  const vitest = await createVitest(
    'test',
    { config: 'test/mutants/vitest.config.ts', watch: false, bail: 1, reporters: [{}], maxWorkers: 1 },
    { plugins: [plugin] },
  )
  try {
    return await work(vitest)
  } finally {
    await vitest.close()
  }
}

/** Do the tests pass? Stopping at the first failure can leave an error to the next run: what fails without a failing test is tried again. */
async function passes(vitest: Vitest, tests: string[], again = true): Promise<boolean> {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    await vitest.globTestSpecifications(tests),
  )
  if (testModules.length === 0) throw new Error(`there is no test among ${tests.join(', ')}`)
  if (testModules.some((module) => module.state() === 'failed')) return false
  const run = unhandledErrors.length === 0 && testModules.every((module) => module.state() === 'passed')
  return run || (again && passes(vitest, tests, false))
}

const say = (line: string) => process.stdout.write(`${line}\n`)

function tell({ path, text, from, to, instead }: Mutant): void {
  const line = text.slice(0, from).split('\n').length
  const [start, end] = [text.lastIndexOf('\n', from - 1) + 1, text.indexOf('\n', to)]
  say(`survived: ${relative('.', path)}:${line}: '${text.slice(from, to)}' -> '${instead}'`)
  say(`  ${text.slice(start, from).trimStart()}[${instead}]${text.slice(to, end)}`)
}

/** How many of the mutants of a group there are, and how many die. */
async function tryGroup({
  sql = [],
  sqlShare = 1,
}: Group): Promise<{ readonly tried: number; readonly killed: number }> {
  let [tried, killed] = [0, 0]
  const share = Number(values.share ?? sqlShare)
  for (const { files, ...subject } of sql) {
    const tests = globSync([...subject.tests])
    const mutants = globSync([...files])
      .sort()
      .filter((path) => path.includes(values.file))
      .flatMap(mutantsOf)
      .filter(({ path, from, instead }) => isDrawn(`${path} ${from} ${instead}`, share))
    if (values.list) say(`${files.join(' ')}: ${mutants.length} mutants`)
    if (values.list || mutants.length === 0) continue
    await withVitest(async (vitest) => {
      if (!(await passes(vitest, tests))) throw new Error(`${tests.join(', ')} must pass before anything is changed`)
      for (const mutant of mutants) {
        current = mutant
        vitest.invalidateFile(resolve(mutant.path))
        tried++
        if (await passes(vitest, tests)) tell(mutant)
        else killed++
        vitest.invalidateFile(resolve(mutant.path))
        current = undefined
      }
    })
  }
  return { tried, killed }
}

for (const name of groups) {
  const { tried, killed } = await tryGroup(GROUPS[name]!)
  if (tried === 0) continue
  const score = (100 * killed) / tried
  say(`${name}: ${killed} of ${tried} mutants of SQL killed (${score.toFixed(1)}%)`)
  if (score < BREAK) process.exitCode = 1
}
