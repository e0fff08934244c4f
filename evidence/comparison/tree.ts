import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateRows } from '../../src/generate/generate.js'
import { DAYS, SEED } from '../micro/log.js'

/** What an interest of the generator is called in a tree of topics: topics have paths, places stand in their state. */
function pathOf(interest: string): string {
  const [kind = '', ...rest] = interest.split(' ')
  const named = rest.join(' ')
  switch (kind) {
    case 'local':
      return `regional/${rest.at(-1)}/${named}`
    case 'site':
      return `sites/${named.split('.').at(-1)}/${named}`
    case 'star':
    case 'people':
      return `people/${kind}/${named}`
    case 'event':
      return `news/${kind}/${named}`
    default:
      return interest
  }
}

/** Writes the tree of topics by which the people of a log ask: every query leads to what it was asked for, as in a directory that editors keep by hand. Gives what --knowledge takes. */
export function topicTree(users: number, seed: number = SEED): (dir: string) => string {
  return (dir) => {
    const path = join(dir, 'topics.tsv')
    const lines = new Map<string, string>()
    for (const { rows } of generateRows({ users, seed, days: DAYS }))
      for (const { asked } of rows)
        if (!lines.has(asked.text)) lines.set(asked.text, `${pathOf(asked.interest)}\t${asked.text}\n`)
    writeFileSync(path, [...lines.values()].join(''))
    return `table:${path}`
  }
}
