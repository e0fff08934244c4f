import type { Finding } from './finding.js'

/** Where candidates overlap the surest stays, of equals the longest; the rest come out in the order of the text. */
export function resolve(candidates: Finding[], length: number): Finding[] {
  if (candidates.length < 2) return candidates
  candidates.sort((a, b) => b.confidence - a.confidence || b.end - b.start - (a.end - a.start) || a.start - b.start)
  const taken = new Uint8Array(length)
  const kept: Finding[] = []
  for (const finding of candidates) {
    if (taken.subarray(finding.start, finding.end).includes(1)) continue
    taken.fill(1, finding.start, finding.end)
    kept.push(finding)
  }
  return kept.sort((a, b) => a.start - b.start)
}
