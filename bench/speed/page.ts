import type { Held } from './kept.js'
import { BY_THE_CLOCK, PEERS, WHAT, WITHOUT } from './words.js'

/** The page of all benches: what is kept of each, and which have not been run. */
export function page(names: readonly string[], held: ReadonlyMap<string, Held>): string {
  const own = names.filter((name) => !(name in PEERS))
  const made = [...names].flatMap((name) => held.get(name) ?? [])
  const missing = names.filter((name) => !held.has(name))
  return `# How fast

Ours beside a limit that was measured in the same run: a ratio says more than seconds, which are those of one machine. *At most* is what the bench must not pass. Written by
\`npm run speed\`, bench by bench: \`npm run speed -- NAME [--rows N]\` runs one and writes its row, \`npm run speed\` those that have none yet.

${table(own, held)}

## Beside others

The same work by programs of others, installed from their registries by the bench itself into a scratch folder (\`bench/peers\`). *Ratio*: ours by theirs.

${table(Object.keys(PEERS), held)}

${Object.entries(PEERS)
  .map(([name, what]) => `- *${name}*: ${what}`)
  .join('\n')}

${WITHOUT}

## What is measured

${own
  .filter((name) => held.has(name))
  .map((name) => `- *${name}*: ${WHAT[name] ?? 'see bench/main.ts'}${details(held.get(name)!)}`)
  .join('\n')}

## Where

${[...new Set(made.map(({ version, node, machine }) => `- Lethe ${version}, Node.js ${node}, ${machine}`))].join('\n')}

The load is how many others wanted the processor when a bench began. Where it is 1 or more they were at work on the same machine, and seconds by the clock and their ratios are rough; those of processor time less so; a limit in seconds by the clock that was passed then is *open*. Not run yet: ${missing.length === 0 ? 'none' : missing.join(', ')}.
`
}

function table(names: readonly string[], held: ReadonlyMap<string, Held>): string {
  const rows = names.flatMap((name) => {
    const one = held.get(name)
    return one === undefined ? [] : [row(name, one)]
  })
  if (rows.length === 0) return 'None has been run yet.'
  return `| bench | ours | limit | ratio | at most | | peak | size | day, load |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}`
}

function row(name: string, one: Held): string {
  const { ours, limit, ratio, unit, atMost, peakMiB } = one
  // A limit that could not be had is null in JSON.
  const verdict = Number.isFinite(ratio)
    ? ratio <= atMost
      ? 'held'
      : open(one)
        ? 'open'
        : '**missed**'
    : 'not to be had here'
  const busy = one.load >= 1 ? `${one.load} (busy)` : String(one.load)
  const cells = [
    name,
    `${figure(ours)} ${unit}`,
    Number.isFinite(limit) && limit !== null ? `${figure(limit)} ${unit}` : '',
    Number.isFinite(ratio) && ratio !== null ? figure(ratio) : '',
    figure(atMost),
    verdict,
    peakMiB > 0 ? `${peakMiB} MiB` : '',
    size(one),
    `${one.day}, ${busy}`,
  ]
  return `| ${cells.join(' | ')} |`
}

/** A limit by the clock was passed while others were at work. */
function open({ name, load }: Held): boolean {
  return load >= 1 && BY_THE_CLOCK.includes(name)
}

/** What a bench really took, which may be less than it was given. */
function size({ detail: { rows, users } }: Held): string {
  if (rows !== undefined) return `${Number(rows).toLocaleString('en')} rows`
  return users === undefined ? '' : `${Number(users).toLocaleString('en')} users`
}

function figure(value: number): string {
  return String(Number(value.toPrecision(3)))
}

function details({ detail }: Held): string {
  const told = Object.entries(detail).filter(([name]) => name !== 'rows' && name !== 'users')
  return told.length === 0 ? '' : ` (${told.map(([name, value]) => `${name} ${value}`).join(', ')})`
}
