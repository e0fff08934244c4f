import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Fetches what these dependencies come to into the folder `jars` of a folder; `what` is what they are for. */
export function fetchJars(dir: string, what: string, dependencies: readonly string[]): void {
  writeFileSync(join(dir, 'pom.xml'), pomOf(dependencies))
  const words = ['-q', '-B', 'dependency:copy-dependencies', '-DincludeScope=runtime', '-DoutputDirectory=jars']
  try {
    execFileSync('mvn', words, { cwd: dir, stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (cause) {
    const { code, stdout } = cause as { code?: string; stdout?: Buffer }
    if (code === 'ENOENT')
      throw new Error(`the tests of the cluster fetch ${what} by Maven: install it (apt-get install maven)`)
    throw new Error(`mvn ${words.join(' ')} failed:\n${stdout?.toString().slice(-2000)}`)
  }
}

/** One dependency; alone: without those of its own. */
export function dependency(group: string, artifact: string, version: string, alone = false): string {
  return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>${
    alone ? '<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>' : ''
  }</dependency>`
}

function pomOf(dependencies: readonly string[]): string {
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>lethe.test</groupId><artifactId>jars</artifactId><version>1</version>
  <dependencies>
    ${dependencies.join('\n    ')}
  </dependencies>
</project>
`
}
