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

export function wholeWord(list: string): RegExp {
  return new RegExp(`(?<![a-z])${anyOf(list)}(?![a-z])`)
}
