import { resolve } from 'node:path'
import ts from 'typescript'
import { PACKAGE_ROOT } from '../../src/base/package-root.js'

/** Compiles sources as if they stood at their paths in the package, with its options; gives what the compiler says, and the JavaScript of each by its path. */
export function compile(sources: Readonly<Record<string, string>>): {
  readonly errors: readonly string[]
  readonly made: Readonly<Record<string, string>>
} {
  const at = new Map(Object.entries(sources).map(([path, text]) => [resolve(PACKAGE_ROOT, path), { path, text }]))
  const { config } = ts.readConfigFile(resolve(PACKAGE_ROOT, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, PACKAGE_ROOT)
  const plain = { ...options, incremental: false, declaration: false, sourceMap: false }
  delete plain.tsBuildInfoFile
  const host = ts.createCompilerHost(plain)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = (file) => at.has(file) || fileExists(file)
  host.readFile = (file) => at.get(file)?.text ?? readFile(file)
  host.getSourceFile = (file, language, ...rest) => {
    const ours = at.get(file)
    return ours ? ts.createSourceFile(file, ours.text, language) : getSourceFile(file, language, ...rest)
  }
  const program = ts.createProgram([...at.keys()], plain, host)
  const made: Record<string, string> = {}
  const errors = [...at].flatMap(([file, { path }]) => {
    const source = program.getSourceFile(file)
    program.emit(source, (_, text) => {
      made[path] = text
    })
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    )
  })
  return { errors, made }
}
