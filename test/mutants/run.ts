// Mutants of TypeScript, by Stryker, one run for each group; then those of SQL (sql.ts).
//
//   npm run test:mutants -- [GROUP...] [--share S] [--seed N] [--cores N] [--file PART] [--list]
//
// `share` is how many of the top-level declarations are changed (by default as each group says), `seed` which. Further options are for working on a
// group: `file` takes only files with that in their name, `list` says what would be changed.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { globSync } from 'tinyglobby'
import ts from 'typescript'
import { asked, isDrawn } from './sample.js'
import { BREAK, GROUPS } from './subjects.js'

const { values, groups } = asked()

/** Ranges of lines of the top-level declarations that are drawn. */
function drawn(path: string, share: number): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const line = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1
  return source.statements
    .filter((one) => !ts.isImportDeclaration(one) && !ts.isInterfaceDeclaration(one) && !ts.isTypeAliasDeclaration(one))
    .filter((one) => isDrawn(`${path} ${nameOf(one)}`, share))
    .map((one) => `${path}:${line(one.getStart())}-${line(one.end)}`)
}

/** What a declaration is called, or how it begins. */
function nameOf(one: ts.Statement): string {
  return ts.isFunctionDeclaration(one) && one.name ? one.name.text : one.getText().slice(0, 60)
}

const failed: string[] = []
for (const name of groups) {
  const { files, share } = GROUPS[name]!
  const ranges = globSync([...files], { ignore: '**/*.test.ts' })
    .filter((path) => path.includes(values.file))
    .sort()
    .flatMap((path) => drawn(path, Number(values.share ?? share ?? 1)))
  process.stdout.write(`${name}: ${ranges.length} declarations\n`)
  if (values.list) process.stdout.write(`${ranges.join('\n')}\n`)
  if (values.list || ranges.length === 0) continue
  const { status } = spawnSync(
    'npx',
    [
      'stryker',
      'run',
      '--concurrency',
      values.cores,
      '--tempDirName',
      `.stryker-tmp/${name}`,
      '--mutate',
      ranges.join(','),
    ],
    {
      stdio: 'inherit',
      env: { ...process.env, MUTANTS_OF: name },
    },
  )
  if (status !== 0) failed.push(name)
}
const sql = spawnSync(process.execPath, ['dist/test/mutants/sql.js', ...process.argv.slice(2)], { stdio: 'inherit' })
if (sql.status !== 0) failed.push('SQL')
if (failed.length > 0) {
  process.stdout.write(`fewer than ${BREAK}% killed, or no run: ${failed.join(', ')}\n`)
  process.exitCode = 1
}
