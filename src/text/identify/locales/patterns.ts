import { fold } from '../fold.js'

/** The forms of a word or phrase in folded text: without accents, and with ae, oe, ue for ä, ö, ü. */
function formsOf(word: string): string[] {
  const spelled = word.replace(/[äöü]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter]!)
  return [...new Set([fold(word).text, fold(spelled).text])]
}

/** The items of a list with commas, in all their forms. */
export function itemsOf(list: string): string[] {
  return list === '' ? [] : list.split(',').flatMap((item) => formsOf(item.trim()))
}

/** Any of the words of a list, as a source. Those with dots or signs are taken as they are; `-?` and the like are patterns. */
export function anyOf(list: string): string {
  const items = itemsOf(list).map((item) => item.replaceAll('.', '\\.').replaceAll('°', '°?'))
  // Longer ones first, so that "numero client" wins over "numero".
  return items.length === 0 ? '(?!)' : `(?:${items.sort((a, b) => b.length - a.length).join('|')})`
}

/** What asks a text for words. */
export interface WordTest {
  test(text: string): boolean
}

/** Does a text hold any of the words of a list? Most texts have no word that begins like one, and the pattern need not run. */
export function wholeWord(list: string): WordTest {
  const pattern = new RegExp(`(?<![a-z])${anyOf(list)}(?![a-z])`)
  const begins = beginnings(list)
  return { test: (text) => begins(text) && pattern.test(text) }
}

/** Does any word of a text begin as one of the list does? By two letters, or one where the second may be missing. */
export function beginnings(list: string): (text: string) => boolean {
  const two = new Set<number>()
  const one = new Set<number>()
  for (const item of itemsOf(list)) {
    const plain = /^[a-z0-9][a-z0-9 ](?!\?)/.test(item)
    if (plain) two.add(item.charCodeAt(0) * 256 + item.charCodeAt(1))
    else one.add(item.charCodeAt(0))
  }
  return (text) => {
    for (let i = 0, before = 32; i < text.length; i += 1) {
      const code = text.charCodeAt(i)
      if ((before < 97 || before > 122) && (two.has(code * 256 + text.charCodeAt(i + 1)) || one.has(code))) return true
      before = code
    }
    return false
  }
}
