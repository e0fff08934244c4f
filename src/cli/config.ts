import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { CONFIG_FILE, type Config, methodNames, readConfig } from '../index.js'

/** Verbs that take the log of the configuration where none is named. */
const READING = ['preview', 'inspect', 'scan', 'release', 'compare']

/** Lets a configuration say what flags and arguments do not: the one that --config names, else lethe.yaml of the folder. */
export function withConfig(command: Command): Command {
  return command
    .option(
      '--config <file>',
      `a configuration: the log, how it is read, output, ledger, plan (default: ${CONFIG_FILE}, if there is one)`,
    )
    .hook('preAction', async (_, called) => {
      const { config, quiet, json } = called.opts<{ config?: string; quiet?: boolean; json?: boolean }>()
      if (config === undefined && !existsSync(CONFIG_FILE)) return
      const said = await readConfig(config)
      if (!quiet && !json) process.stderr.write(`lethe: by ${config ?? CONFIG_FILE}\n`)
      apply(said, called)
    })
}

function apply({ input = {}, files, output, population, ledger, plan, engine }: Config, called: Command): void {
  const { header, ...flags } = input
  const words = (called.processedArgs[0] ?? []) as string[]
  const byMethod = words.some((word) => methodNames().includes(word))
  const ofRelease = { out: output, population, ledger, ...(byMethod ? {} : { plan }) }
  const values = {
    ...flags,
    header: header === undefined ? undefined : header ? 'yes' : 'no',
    ...(called.name() === 'release' ? ofRelease : {}),
    ...(called.options.some((option) => option.attributeName() === 'engine') ? { engine } : {}),
  }
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && called.getOptionValue(name) === undefined) called.setOptionValue(name, value)
  const named = words.filter((word) => !methodNames().includes(word))
  if (files !== undefined && named.length === 0 && READING.includes(called.name()))
    called.processedArgs[0] = [...words, ...files]
}
