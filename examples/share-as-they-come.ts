// Shares queries as they come: nobody can read one that fewer than three persons asked, not even whoever keeps the shares.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode, encode, keygen } from 'lethe'

const dir = mkdtempSync(join(tmpdir(), 'lethe-example-'))
const keyFile = join(dir, 'key')
await keygen(keyFile)

async function* arriving(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('user\tquery\n')
  for (const user of ['ann', 'ben', 'cem']) yield Buffer.from(`${user}\tweather\n`)
  yield Buffer.from('ann\tmy own name\n')
}

const pieces: Uint8Array[] = []
await encode(arriving(), (bytes) => pieces.push(bytes.slice()), { keyFile, t: 3, format: 'tsv' })
const shared = join(dir, 'shared.tsv')
writeFileSync(shared, Buffer.concat(pieces))

const opened = join(dir, 'opened.tsv')
const { rows, rowsOpened } = await decode([shared], { out: opened })
console.log(`${rowsOpened} of ${rows} rows open:`)
console.log(readFileSync(opened, 'utf8'))
