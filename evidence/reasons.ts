/** What is told of a claim that a cause is found by. */
interface Told {
  readonly source: string
  readonly item: string
  readonly what: string
}

/** Where it is not told. */
const PAGE = 'causes'

/** Causes that experiments on another page have shown, in the order in which they are looked for; headings in italics; the page where it is not that of causes. */
const REASONS: readonly (readonly [source: string, told: RegExp, cause: string, page?: string])[] = [
  [
    '[Burghardt]',
    /^Table 6: points of (users by which random|log size .* \(100,3\)$)/,
    'ours takes rare terms out before it looks at pairs: *Terms that many share, and rare ones in their turn*',
  ],
  [
    '[Burghardt]',
    // Of distinct terms at k = 100 the same log has too many.
    /^Table [56]: (?!distinct terms left at \(100)/,
    'histories of our log hold more different terms: *Terms that many share, and rare ones in their turn*',
  ],
  [
    '[Burghardt]',
    /^Table 3: /,
    'hardly a term of ours stands often with few people: two thirds of the way, *Terms that few ask very often*',
  ],
  [
    '[Burghardt]',
    /^§5.3: /,
    'ours loses by a quarter of a point at most, where the source tells whole ones: *Own targets*',
  ],
  ['[Erola13]', /^Figure 5.3: PEL/, 'people of our log ask the same again more often: *Queries asked again*'],
  [
    '[Erola13]',
    /^Figure 5.4: ILR .* k = 3$/,
    'people of our log ask the same again more often: four fifths of the way, *Queries asked again*',
  ],
  ['[Erola13]', /^Figure 5.4: /, 'people of our log ask the same again more often: *Queries asked again*'],
  ['[Erola13]', /^Figure 5.7: /, 'our ten most frequent queries lie closer together: *Queries that many ask*'],
  [
    '[Erola13]',
    /^Figure 5.13: (k from 2 to 7 at which the semantic|.* by WordNet)/,
    'WordNet: by a tree of the topics that people ask by the method loses least at every k tried: *Information loss, at the number of clusters that suits the log*',
    'comparison',
  ],
  [
    '[Erola13]',
    /^Figure 5.16: RL of Poblete at K = 10 \(/,
    'ours counts documents that were clicked; by those that an engine returns it passes the source: *Poblete, by what is clicked and by what is returned*',
    'comparison',
  ],
  [
    '[Erola13]',
    /^Figure 5.16: RL of Korolova/,
    'epsilon and delta, which the thesis does not give: *Korolova, linked*',
  ],
  [
    '[Erola13]',
    /^Table 4.1: position .* 0% to 0%$/,
    'ours lets whoever meets a query again submit it: *Queries that come back*',
  ],
  [
    '[Erola13]',
    /^Table 4.[15]: position (.* 60% to 80%|of users with 10)/,
    'ours lets whoever meets a query again submit it: four fifths of the way, *Queries that come back*',
  ],
  [
    '[Erola13]',
    /^Table 4.5: position of users with 8/,
    'ours lets whoever meets a query again submit it: half of the way, *Queries that come back*',
  ],
  [
    '[Erola13]',
    /^Table 4.4: (honest|selfish) .* ζ = 0$/,
    'as many as where vectors are not pruned: *Who is exposed beside the selfish*',
  ],
  ['[Erola13]', /^Table 4.4: honest /, 'as many as where vectors are not pruned: *Who is exposed beside the selfish*'],
  [
    '[Erola13]',
    /^Table 4.4: selfish .* ζ = 0.01$/,
    'taking a query costs trust, and who refused is not asked again: four fifths of the way, *Who is exposed beside the selfish*',
  ],
  [
    '[Erola13]',
    /^§5.4: points of SRP gained/,
    'ours counts categories; by queries, one of whose categories remains, five gain 14.5 points: *Five categories, by queries*',
    'counted',
  ],
  [
    '[Erola13]',
    /^Figure 5.10: /,
    'the first level of WordNet is one category, entity; without it 60.4%: *How deep queries lead*',
    'counted',
  ],
  [
    '[Kumar07]',
    /^§4.1: accuracy at 1,000$/,
    'words of our log stand together by chance: three fifths of the way, on fewer people, *In company*',
    'inversion',
  ],
  [
    '[Kumar07]',
    /^§4.1: ceiling at 10,000/,
    'by L1 alone frequent tokens are nearest: half of the way, tried at 4,000, *Features in the ceiling*',
    'inversion',
  ],
]

/** Why a figure differs, where an experiment on another page shows it. */
export function shownElsewhere({ source, item, what }: Told): string | undefined {
  const [, , reason, page = PAGE] = REASONS.find(([of, told]) => of === source && told.test(`${item}: ${what}`)) ?? []
  return reason?.replace(/\*([^*]+)\*/, `[*$1*](${page}.md)`)
}
