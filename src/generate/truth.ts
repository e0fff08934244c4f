import type { History } from './generate.js'

/**
 * The truth of one person as NDJSON: a line of type "person", then a line of type "row" for each of their rows, in the
 * order of the log. `identifies` is a user number if the searcher gives themselves away, else the name of somebody else.
 */
export function truth({ person, rows }: History): string {
  const interests = person.robot ? [] : [...new Set(person.interests.items.map(({ topic }) => topic.path))]
  let text =
    JSON.stringify({
      type: 'person',
      user: person.user,
      name: person.name,
      town: person.home.name,
      state: person.home.state,
      age: person.age,
      robot: person.robot,
      interests,
    }) + '\n'
  let number = 0
  for (const { asked, session } of rows) {
    const whom = typeof asked.identifies === 'string' ? `"${asked.identifies}"` : asked.identifies
    const identifies = whom === undefined ? '' : `,"identifies":${whom},"by":"${asked.by}"`
    text += `{"type":"row","user":${person.user},"row":${++number},"session":${session},"kind":"${asked.kind}","interest":"${asked.interest}"${identifies}}\n`
  }
  return text
}
