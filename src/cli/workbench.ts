import { spawn } from 'node:child_process'
import { Command } from 'commander'
import { defined } from '../base/defined.js'
import { type CommonFlags, print, whole, withCommonFlags } from './common.js'
import type { Verb } from './verbs.js'

interface Flags extends CommonFlags {
  readonly open: boolean
  readonly port?: number
  readonly roots?: readonly string[]
}

const verb: Verb = {
  command: async () =>
    withCommonFlags(new Command('workbench'))
      .description(
        'See what leaves, before it leaves: a page in your browser that goes with a log from opening it to a verified release.',
      )
      .argument('[log]', 'a log, a folder with logs, or a configuration (default: a made-up log to look around with)')
      .option('--no-open', 'do not open the browser')
      .option('--port <n>', 'port on the loopback interface (default: any that is free)', whole(1))
      .option(
        '--roots <dir...>',
        "folders that the page may look into; the first is where releases go (default: the log's own)",
      )
      .addHelpText(
        'after',
        '\nExamples:\n  lethe workbench                    a made-up log, with a short tour\n  lethe workbench searches.tsv.gz\n  lethe workbench logs/ --no-open    prints the address; Ctrl-C ends it',
      )
      .action(async (log: string | undefined, flags: Flags) => run(log, flags)),
}
export default verb

async function run(log: string | undefined, flags: Flags): Promise<void> {
  const { startWorkbench } = await import('../workbench/index.js')
  const { threads, memory, temp, port, roots } = flags
  const say = (line: string) => void (flags.quiet || flags.json || process.stderr.write(`lethe: ${line}\n`))
  const bench = await startWorkbench({ ...defined({ log, threads, memory, temp, port, roots }), say })
  for (const notice of bench.notices) say(notice)
  print(flags.json ? JSON.stringify({ url: bench.url }) : bench.url)
  if (flags.open) open(bench.once())
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
  await bench.close()
  process.exit(0) // a browser may still hold on to its connection
}

/** Asks the system for a browser; where there is none, the address that was printed is enough. */
function open(url: string): void {
  const [program, args] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['explorer', [url]]
        : ['xdg-open', [url]]
  const child = spawn(program as string, args as string[], { stdio: 'ignore', detached: true })
  child.once('error', () => {})
  child.unref()
}
