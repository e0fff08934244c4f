// Mutants of TypeScript, by Stryker, one run for each group, and then those of SQL.
//
//   node test/mutants/run.mjs [GROUP...] [--share S] [--seed N] [--cores N] [--file PART] [--list]
//
// `share` is how many of the top-level declarations are changed (by default as each group says), `seed` which. Further options are for working on a
// group: `file` takes only files with that in their name, `list` says what would be changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { globSync } from 'tinyglobby'
import ts from 'typescript'
import { BREAK, GROUPS } from './subjects.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    share: { type: 'string' },
    seed: { type: 'string', default: '1' },
    cores: { type: 'string', default: '2' },
    file: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
  },
})

/** Ranges of lines of top-level declarations; a declaration is drawn by the hash of seed, file and name, so that it stays drawn while others change. */
function drawn(path, share) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const line = (position) => source.getLineAndCharacterOfPosition(position).line + 1
  return source.statements
    .filter((statement) => !ts.isImportDeclaration(statement))
    .filter((statement) => !ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement))
    .filter((statement) => {
      const name = statement.name?.text ?? statement.getText().slice(0, 60)
      const hash = createHash('sha256').update(`${values.seed} ${path} ${name}`).digest()
      return hash.readUInt32BE() / 2 ** 32 < share
    })
    .map((statement) => `${path}:${line(statement.getStart())}-${line(statement.end)}`)
}

const failed = []
for (const name of positionals.length > 0 ? positionals : Object.keys(GROUPS)) {
  const { files, share } = GROUPS[name]
  const ranges = globSync(files, { ignore: '**/*.test.ts' })
    .filter((path) => path.includes(values.file))
    .sort()
    .flatMap((path) => drawn(path, Number(values.share ?? share ?? 1)))
  process.stdout.write(`${name}: ${ranges.length} declarations\n`)
  if (values.list) process.stdout.write(`${ranges.join('\n')}\n`)
  if (values.list || ranges.length === 0) continue
  const { status } = spawnSync('npx', ['stryker', 'run', '--concurrency', values.cores, '--mutate', ranges.join(',')], {
    stdio: 'inherit',
    env: { ...process.env, MUTANTS_OF: name },
  })
  if (status !== 0) failed.push(name)
}
if (failed.length > 0) {
  process.stdout.write(`fewer than ${BREAK}% killed, or no run: ${failed.join(', ')}\n`)
  process.exitCode = 1
}
