import type { Injected } from './targets.js'

/** How much more often texts that somebody asked come out than texts that nobody asked, by number of users added. */
export async function score({ tried }: Injected) {
  return [...new Set(tried.map((guess) => guess.users))].map((added) => {
    const share = (asked: boolean) => {
      const these = tried.filter((guess) => guess.users === added && guess.asked === asked)
      return these.filter((guess) => guess.appeared).length / Math.max(1, these.length)
    }
    const [appeared, madeUp] = [share(true), share(false)]
    return { added, success: Math.max(0, appeared - madeUp), appeared, madeUp }
  })
}
