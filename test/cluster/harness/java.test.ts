import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { scratch } from '../../support/scratch.js'
import { javaHome } from './java.js'

const { next } = scratch()
const before = process.env.JAVA_HOME
afterEach(() => {
  if (before === undefined) delete process.env.JAVA_HOME
  else process.env.JAVA_HOME = before
})

/** A Java that says what it is, as the real one does. */
function javaThatSays(version: string): string {
  const home = next('java')
  mkdirSync(join(home, 'bin'), { recursive: true })
  const java = join(home, 'bin', 'java')
  writeFileSync(
    java,
    `#!/bin/sh\necho "    java.home = /opt/java"\necho "    java.specification.version = ${version}"\n`,
  )
  chmodSync(java, 0o755)
  return home
}

test.each([
  ['that is not there', () => '/nonexistent'],
  ['that is too old', () => javaThatSays('1.8')],
  ['that Spark does not run on yet', () => javaThatSays('25')],
])('a Java %s: what to install is told, before anything is fetched', (_, home) => {
  process.env.JAVA_HOME = home()
  expect(javaHome).toThrow(/need Java 17 or 21 \(apt-get install openjdk-17-jre-headless\)/)
})

test.each(['17', '21'])('Java %s will do', (version) => {
  process.env.JAVA_HOME = javaThatSays(version)
  expect(javaHome()).toBe('/opt/java')
})
