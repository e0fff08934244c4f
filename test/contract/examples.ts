import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../src/base/package-root.js'
import { methodNames } from '../../src/methods/index.js'

type Values = Readonly<Record<string, unknown>>

/** What the contract tests need to know of a method: example.json in its folder says it. */
interface Example {
  readonly params: Values
  /** By private parameter (URL, FILE, DIR, KEY, KNOWLEDGE): what makes it count. Values are made by the tests, by kind. */
  readonly private?: Readonly<Record<string, Values>>
}

function exampleOf(method: string): Example {
  const path = join(PACKAGE_ROOT, 'src', 'methods', method, 'example.json')
  if (!existsSync(path)) throw new Error(`${path} is missing: parameters with which the contract tests run ${method}`)
  return JSON.parse(readFileSync(path, 'utf8')) as Example
}

const examples = methodNames().map((method) => [method, exampleOf(method)] as const)

/**
 * Parameters with which the contract tests run each method: k = 5 where there is a k. No person of the test logs has more than 30 items; where fewer are
 * taken, which ones count depends on the person's name.
 */
export const EXAMPLES: Readonly<Record<string, Values>> = Object.fromEntries(
  examples.map(([method, { params }]) => [method, params]),
)

/** What makes each private parameter of a method count, so that tests can see that nobody takes it from a stranger and no file tells it. */
export const WITH_PRIVATE: Readonly<Record<string, Readonly<Record<string, Values>>>> = Object.fromEntries(
  examples.flatMap(([method, example]) => (example.private ? [[method, example.private]] : [])),
)
