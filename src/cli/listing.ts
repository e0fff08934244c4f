import { Argument, Command } from 'commander'
import { wrapped } from '../base/format.js'
import { noSuch } from '../base/found.js'
import { flagOf, type Params } from '../base/params.js'
import { print, printJson, suggesting } from './common.js'

/** What a verb lists: how each thing is told to people, and to programs. */
interface Listed<T> {
  readonly verb: string
  readonly about: string
  readonly kind: string
  readonly names: readonly string[]
  readonly load: (name: string) => Promise<T>
  readonly lines: (one: T) => readonly string[]
  readonly json: (one: T) => object
}

/** A verb that shows all things of a kind, or the one that is named. */
export function listing<T>({ verb, kind, about, names, load, lines, json }: Listed<T>): Command {
  const name = suggesting(new Argument('[name]', 'one of them, to show it alone'), names)
  return new Command(verb)
    .description(about)
    .addArgument(name)
    .option('--json', 'one JSON document on standard output')
    .action(async (named: string | undefined, flags: { json?: boolean }) => {
      if (named !== undefined) {
        if (!names.includes(named)) noSuch(kind, named, names)
        const one = await load(named)
        if (flags.json) printJson(json(one))
        else print(...lines(one))
        return
      }
      const all = await Promise.all(names.map(load))
      if (flags.json) printJson(all.map(json))
      else for (const one of all) print(...lines(one), '')
    })
}

/** A parameter a line, or more where it takes many words. */
export function paramLines(params: Params): string[] {
  const width = Math.max(14, ...Object.keys(params).map((key) => flagOf(key).length))
  return Object.entries(params).flatMap(([key, param]) => wrapped(param.help, `  ${flagOf(key).padEnd(width)} `))
}
