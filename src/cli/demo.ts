import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { demo } from '../index.js'
import { type CommonFlags, print, withCommonFlags, withResources } from './common.js'
import type { Verb } from './verbs.js'

const verb: Verb = {
  command: async () =>
    withCommonFlags(new Command('demo'))
      .description(
        'The story on a made-up log: a naive release and what it gives away, a protected one, its checks, a trial, a report.',
      )
      .option('-o, --out <dir>', 'folder to make (default: lethe-demo, or the next that is free)')
      .action(async (flags: CommonFlags & { readonly out?: string }) => {
        const out = flags.out ?? freeName('lethe-demo')
        const tell = (chapter: string, text: string) =>
          flags.json ? undefined : print('', chapter, ...wrap(text, 100).map((line) => `  ${line}`))
        const { report } = await withResources({ ...flags, quiet: true }, (resources) =>
          demo({ out, tell, ...resources }),
        )
        if (flags.json) process.stdout.write(`${JSON.stringify({ report })}\n`)
        else print('', `Look at ${report}, and at ${out}/release. Then try it on a log of yours: lethe inspect LOG`)
      }),
}
export default verb

function freeName(base: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base}-${n}`
    if (!existsSync(name)) return name
  }
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line.length + word.length + 1 > width && line !== '') lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}
