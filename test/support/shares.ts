import { Bench } from './lethe.js'

/** An AOL-shaped log: question q is asked by q persons, three times each. */
export function sharedLog(questions: number, more: readonly string[] = []): string {
  const rows = ['AnonID\tQuery\tQueryTime\tItemRank\tClickURL']
  for (let q = 1; q <= questions; q++)
    for (let u = 1; u <= q; u++)
      for (let r = 1; r <= 3; r++)
        rows.push(`${q * 100 + u}\tQuestion  number ${q}\t2006-03-0${r} 10:00:0${u % 10}\t1\thttp://site${q}.example`)
  return `${[...rows, ...more].join('\n')}\n`
}

export async function keyedBench(): Promise<Bench> {
  const made = new Bench()
  await made.lethe(['keygen', '-o', 'key'])
  return made
}

export interface Decoded {
  readonly tags: number
  readonly opened: number
  readonly rows: number
  readonly rowsOpened: number
  readonly rejected: number
  readonly damaged: number
}

export const lines = (text: string) => text.replace(/\n$/, '').split('\n')
