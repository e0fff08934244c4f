import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** The home of a Java that Spark runs on. */
export function javaHome(): string {
  const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin', 'java') : 'java'
  const say =
    'the tests of the cluster need Java 17 or 21 (apt-get install openjdk-17-jre-headless), on the path or at JAVA_HOME'
  let shown: string
  try {
    shown = execFileSync('sh', ['-c', '"$1" -XshowSettings:properties -version 2>&1', 'sh', java], { encoding: 'utf8' })
  } catch {
    throw new Error(say)
  }
  const [, home = ''] = /java\.home = (.+)/.exec(shown) ?? []
  const [, major = '0'] = /java\.specification\.version = (\d+)/.exec(shown) ?? []
  if (!['17', '21'].includes(major)) throw new Error(`${say}; this is Java ${major}`)
  return home
}
