import { correlations, shorterHistories, shorterSummary, shorterTables } from './causes/histories.js'
import { pricedTable, queriesThatComeBack, returnedTable, whoPays } from './causes/networks.js'
import { ownTargets, ownText } from './causes/own-target.js'
import { linkedAfterRemoval, removalTable } from './causes/removal.js'
import { fewerRepeats, headsTable, repeatsTable, steeperHeads } from './causes/repeats.js'
import type { Page, Part } from './claims.js'
import { table } from './micro/words.js'

/** Experiments that change one thing of a log or a network, to see whether a figure that differs comes to the source's. */
export async function causes(quick: boolean, part: Part): Promise<Page> {
  const people = quick ? 2000 : 367_803
  const users = quick ? 60 : 1000
  const correlated = await part('correlations', () => correlations(people))
  const returned = await queriesThatComeBack(quick ? 1 : 100, part)
  const priced = await whoPays(quick ? 1 : 40, part)
  const removed = await part('removal', () => linkedAfterRemoval(users))
  const repeats = await fewerRepeats(users, part)
  const heads = await steeperHeads(users, part)
  const own = await ownTargets(people, part)
  const shorter = await shorterHistories(people, part)
  const text = `# Why figures differ, by experiment

One thing is changed at a time in a generated log or network; where the figure comes to the source's, or passes it, that is its cause. All of it is *simulated*. Made by \`npm run evidence -- causes${quick ? ' --quick' : ''}\`.

## Terms that many share, and rare ones in their turn

[Burghardt] Tables 5 and 6, ${people.toLocaleString('en')} users as in the source, one target at a time. One thing changed in the log:

- *No term of more people than com.* The term that most people asked, *com*, is of 31,974 of 367,803 (Table 2); in ours *and* is of a quarter. What stays at a high k are the terms that most share.
- *Each query twice*: as many occurrences, in histories of fewer different terms. The source takes out no second result page of a query, and tells 5.02 queries a user.

And one in the algorithm: *rare terms in their turn*. Ours takes rare terms out before it looks at pairs; the source makes "all possible combinations of terms of size m, and all subsets of it", so that pairs are visited while their rare term still stands. A target keeps the more useful of the two, but random takes either: a rare term takes others with it until it is drawn itself. Pairs alone are visited here, for m = 3 as well.

How far ours are from the source's on average, in per cent of theirs, and at how many levels they are near ([every figure](causes/deletion.md)):

${shorterSummary(shorter)}

## Own targets

[Burghardt] §5.3: in all cases each target also leads to the best result in its own column. Log size and users left by the generic targets, greedy deletion, the log of the page, in per cent. ${ownText(own)}

## Terms that few ask very often

[Burghardt] Table 3, the correlation of frequency and users. Its Table 2 tells of two terms how often they stand in the log and how many people asked them: *or* stands there 142,041 times, of 2,170 people, 65 times each. The same number of people of our log given the same:

${table(
  ['log', 'correlation'],
  correlated.map(({ log, r }) => [log, r.toFixed(3)]),
)}
## Queries asked again

[Erola13] Figures 5.3 and 5.4, ${users.toLocaleString('en')} users, the syntactic method: rows in which a person asks a query again are taken out at random. The more different queries a history has for its rows, the less a group's mixture differs from it in entropy. No one share brings both of the source's losses: at k = 35 half of these rows have to go, at k = 3 all of them, and that is four fifths of the way.

${repeatsTable(repeats)}
## Queries that many ask

[Erola13] Figure 5.7, the same: the ten most frequent queries, where the best known sites are asked for more. Where ten queries lie close together, chance puts another in their place.

${headsTable(heads)}
## Korolova, linked

[Erola13] Figure 5.16: record linkage after Korolova's removal, in per cent. The thesis gives no epsilon and no delta, and a threshold K between one and two lets through some queries of one person, or all.

${removalTable(removed)}
## Queries that come back

[Erola13] Tables 4.1 and 4.5, from other code (\`evidence/causes/letter.ts\`): position of users with ten and eight neighbours. Ours lets whoever is handed a query again submit it, so that it cannot go round; the thesis has no such rule. In a small network many come back to their source, who then submits more of her own; in a large one few do. The variance without pruning no row explains; nor do other graphs ([peer](peer/graphs.md)).

${returnedTable(returned)}
## Who is exposed beside the selfish

[Erola13] Table 4.4, from the same code: exposed users, in per cent, 10% selfish; what the thesis leaves open, and what it says, otherwise. *Taking costs no trust* is against its text (§4.3.5), *offered again* is not: its vector holds a neighbour several times. Of pruning it says that it was used in all that follows Table 4.1; its figures at ζ = 0 are those of none.

${pricedTable(priced)}`
  return {
    text,
    claims: [],
    files: {
      'deletion.md': `# [Burghardt] Tables 5 and 6 on other logs\n\n${people.toLocaleString('en')} users, as [told](../causes.md).\n\n${shorterTables(shorter)}`,
    },
  }
}
