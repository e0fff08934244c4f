import { longTail, run } from './arithmetic.js'
import type { Asked } from './asked.js'
import { drawIdentifier, madeUp } from './identifying.js'
import type { Person } from './person.js'
import { FOLLOW_UPS, FORMS, ROLES, SENTENCES, TEMPLATES, TONGUES } from './prompt-phrasing.js'
import type { Stream } from './stream.js'
import type { Interest } from './topical-query.js'
import type { World } from './world.js'

/** The first entries of a list are the usual ones. */
function usual(list: readonly string[], chance: Stream, lnSize: number): string {
  return list[Math.min(longTail(chance, lnSize), list.length - 1)]!
}

/** Fills what is left open in a sentence. */
function filled(sentence: string, { topic, focus }: Interest, chance: Stream): string {
  return sentence.replace(/\{(\w+)\}/g, (_, slot: string) => {
    switch (slot) {
      case 'own':
        return usual(focus, chance, 1.8)
      case 'role':
        return usual(ROLES, chance, 2)
      case 'form':
        return usual(FORMS, chance, 2)
      case 'tongue':
        return usual(TONGUES, chance, 1.8)
      case 'n':
        return String(2 + longTail(chance, 2.5))
      default:
        return usual(topic.words, chance, 4)
    }
  })
}

/** Something that the person wrote elsewhere: hundreds of words, few of them in an order that anybody else would choose. */
function pasted(world: World, { topic }: Interest, chance: Stream): string {
  const words: string[] = []
  for (let left = 40 + longTail(chance, 6.5); left > 0; left--)
    words.push(chance.chance(0.4) ? usual(topic.words, chance, 5) : chance.pick(world.lexicon.common))
  return words.join(' ')
}

function asked(text: string, kind: Asked['kind'], { topic }: Interest): Asked {
  return { text, kind, host: '', interest: topic.path, identifies: undefined, by: undefined }
}

/** The first prompt of a conversation: a template that many use, with a few sentences of their own behind it, or these alone; some with a long text, or with what tells who somebody is. */
export function newPrompt(world: World, person: Person, interest: Interest, chance: Stream): Asked {
  const p = world.parameters
  const templated = chance.chance(p.templated)
  const parts = templated ? [filled(usual(TEMPLATES, chance, 3.6), interest, chance)] : []
  for (let left = (templated ? 0 : 1) + run(chance, p.goesOnWriting, 40); left > 0; left--)
    parts.push(filled(usual(SENTENCES, chance, 3.1), interest, chance))
  if (chance.chance(p.pasted)) parts.push(pasted(world, interest, chance))
  if (!chance.chance(p.identifying)) return asked(parts.join(' '), templated ? 'template' : 'free', interest)
  const by = drawIdentifier(chance)
  parts.splice(chance.below(parts.length + 1), 0, madeUp(by, person.name, person.home, chance))
  return { ...asked(parts.join(' '), 'identifying', interest), identifies: person.user, by }
}

/** What is said after an answer. */
export function followUp(interest: Interest, chance: Stream): Asked {
  return asked(filled(usual(FOLLOW_UPS, chance, 2.4), interest, chance), 'template', interest)
}
