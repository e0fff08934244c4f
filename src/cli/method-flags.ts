import { type Command, Option } from 'commander'
import { defined } from '../base/defined.js'
import { fail } from '../base/errors.js'
import { guess } from '../base/guess.js'
import { flagOf, type Param, type Params } from '../base/params.js'
import { type Method, methodNames, type Plan, profileNames } from '../index.js'
import { suggesting } from './common.js'

/** Adds a flag for each parameter of a method. */
export function withMethodFlags(command: Command, method: Method | undefined): Command {
  if (method === undefined) return command
  command.optionsGroup(`Parameters of ${method.name}:`)
  return withParamFlags(command, method.params)
}

/** Adds a flag for each parameter, unless the command has one of that name. */
export function withParamFlags(command: Command, params: Params): Command {
  const taken = new Set(command.options.map((option) => option.long))
  for (const [key, param] of Object.entries(params))
    if (!taken.has(flagOf(key))) {
      command.addOption(optionOf(key, param))
      if (param.type === 'switch' && param.default)
        command.addOption(new Option(`--no-${flagOf(key).slice(2)}`, `without ${flagOf(key)}`))
    }
  return command
}

function optionOf(key: string, param: Param): Option {
  const flag = flagOf(key)
  const help =
    'default' in param && param.default !== undefined ? `${param.help} (default: ${param.default})` : param.help
  switch (param.type) {
    case 'switch':
      return new Option(flag, help)
    case 'choice':
      return new Option(`${flag} <what>`, help).choices(param.of)
    case 'whole':
    case 'real':
      return new Option(`${flag} <n>`, help)
    case 'text':
      return new Option(`${flag} <${param.is === 'KEY' ? 'FILE' : param.is}>`, help)
  }
}

/** A plan, or one of the profiles by its name. */
export function planOption(instead: string): Option {
  return suggesting(new Option('--plan <file>', `a plan (JSON or YAML) or a profile ${instead}`), profileNames())
}

/**
 * Words that may name something, of those that a command did not understand: no flags, and not what follows a flag, which
 * is its value.
 */
export function operands(words: readonly string[]): string[] {
  const isFlag = (word = '') => word.startsWith('-') && word !== '-'
  return words.filter((word, i) => !isFlag(word) && !isFlag(words[i - 1]))
}

/** A plan of one step, from the flags of its method; `named` is what was given for a method where none was found. */
export function planOf(
  method: Method | undefined,
  named: string | undefined,
  flags: Readonly<Record<string, unknown>>,
): Plan {
  if (method === undefined) {
    fail(
      'usage',
      named === undefined ? 'no method was named' : `there is no method '${named.slice(0, 40)}'`,
      `${guess(named ?? '', methodNames())}Name one of ${methodNames().join(', ')}, or a plan with --plan.`,
    )
  }
  const params = defined(Object.fromEntries(Object.keys(method.params).map((key) => [key, flags[key]])))
  return { steps: [{ method: method.name, params }], shows: {} }
}
