// Compiles kernels/NAME.ts to wasm/NAME.wasm. `./lethe` calls it when it builds: one process for all kernels, since starting the compiler takes longer than most of them.
//
// kernels/base is for all of them; kernels/NAME is a kernel's own, and kernels/NAME/options has further options of the compiler.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PACKAGE_ROOT } from '../src/base/package-root.js'

const SOURCES = join(PACKAGE_ROOT, 'kernels')
const MADE = join(PACKAGE_ROOT, 'wasm')
const USUAL = '-O3 --noAssert --runtime stub --enable simd --initialMemory 1 --disableWarning 112'.split(' ')

/** Named by a constant: its own types bring those of AssemblyScript into the whole program. */
const COMPILER: string = 'assemblyscript/asc'

interface Compiler {
  main(options: readonly string[]): Promise<{ readonly error: Error | null; readonly stderr: object }>
}

/** When a file, or the newest below a folder, was changed; 0 where there is none. */
function changed(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return stat?.mtimeMs ?? 0
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => changed(join(path, name))))
}

function outOfDate(name: string): boolean {
  const sources = [join(SOURCES, `${name}.ts`), join(SOURCES, name), join(SOURCES, 'base')]
  return changed(join(MADE, `${name}.wasm`)) <= Math.max(...sources.map(changed))
}

const names = readdirSync(SOURCES).flatMap((file) => (file.endsWith('.ts') ? [basename(file, '.ts')] : []))
const due = names.filter(outOfDate)
if (due.length > 0) {
  mkdirSync(MADE, { recursive: true })
  process.chdir(PACKAGE_ROOT)
  const { main } = (await import(COMPILER)) as Compiler
  for (const name of due) {
    const options = join(SOURCES, name, 'options')
    const own = existsSync(options) ? readFileSync(options, 'utf8').trim().split(/\s+/) : []
    const unfinished = join('wasm', `.${name}.wasm`)
    const { error, stderr } = await main([`kernels/${name}.ts`, ...USUAL, ...own, '-o', unfinished])
    if (error) {
      process.stderr.write(`${stderr.toString()}${error.message}\n`)
      process.exit(1)
    }
    renameSync(unfinished, join('wasm', `${name}.wasm`))
  }
}
