import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { made } from './command.js'

/** What is left of sets that are public, one a line (`--format transactions`): every file .dat of a folder. */
export async function publicSets(dir: string): Promise<string> {
  const rows: string[] = []
  const files = readdirSync(dir).filter((file) => file.endsWith('.dat'))
  for (const file of files.sort())
    for (const m of [2, 3]) {
      const { seconds, verifySeconds, greedy, kept, holds, detail } = await made(
        join(dir, file),
        { k: 5, m },
        { format: 'transactions' },
      )
      const cells = [
        basename(file, '.dat'),
        `(5,${m})`,
        greedy.toFixed(1),
        kept.toFixed(1),
        seconds.toFixed(1),
        verifySeconds.toFixed(1),
        `${holds ? 'holds' : 'does not hold'}: ${detail}`,
      ]
      rows.push(`| ${cells.join(' | ')} |`)
    }
  return `## Public sets\n\nSets of items, one a line, by the whole command with the optimiser: per cent of the items left by greedy deletion and in the release, seconds (for orientation), and what \`lethe verify\` says. These are not simulated.\n\n| | (k,m) | greedy | kept | release, s | verify, s | verified |\n| --- | --- | --- | --- | --- | --- | --- |\n${rows.join('\n')}\n`
}
