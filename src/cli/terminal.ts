/** What steers a terminal or hides in a line: control and format characters, and the breaks of lines that are no \n. */
const STEERS = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Text that cannot steer the terminal, whoever wrote it. Colours of ours are put on after. */
export function readable(text: string): string {
  return text.replace(STEERS, '\uFFFD')
}

/** JSON that says the same and cannot steer the terminal: of what steers, JSON itself escapes a part only. */
export function readableJson(json: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return json.replace(STEERS, (character) => character.split('').map(escaped).join(''))
}
