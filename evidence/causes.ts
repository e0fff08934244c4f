import { correlations, shorterHistories, shorterTable } from './causes/histories.js'
import { largerNetworks, networksTable, pricedTable, whoPays } from './causes/networks.js'
import { fewerRepeats, headsTable, repeatsTable, steeperHeads } from './causes/repeats.js'
import type { Part } from './claims.js'
import { table } from './micro/words.js'

/** Experiments that change one thing of a log or a network, to see whether a figure that differs comes to the source's. */
export async function causes(quick: boolean, part: Part): Promise<string> {
  const people = quick ? 2000 : 367_803
  const users = quick ? 60 : 1000
  const correlated = await part('correlations', () => correlations(people))
  const networks = await part('networks', () => largerNetworks(quick))
  const priced = await part('prices', () => whoPays(quick ? 1 : 20))
  const repeats = await part('repeats', () => fewerRepeats(users))
  const heads = await part('heads', () => steeperHeads(users))
  const shorter = await part('histories', () => shorterHistories(people))
  return `# Why figures differ, by experiment

One thing is changed at a time in a generated log or network; where the figure comes to the source's, or passes it, that is its cause. All of it is *simulated*. Made by \`npm run evidence -- causes${quick ? ' --quick' : ''}\`.

## Different terms of a history

[Burghardt] Tables 5 and 6, ${people.toLocaleString('en')} users as in the source: as many occurrences, but each query of a person stands there twice, or three times, so that histories hold fewer different terms; or hardly anybody asks for a well-known site by its name. Per cent and points, by \`logsize\` and random alone. Whether the source's log counts a query again for each further result page is not told.

${shorterTable(shorter)}

## Terms that few ask very often

[Burghardt] Table 3, the correlation of frequency and users. Its Table 2 tells of two terms how often they stand in the log and how many people asked them: *or* stands there 142,041 times, of 2,170 people, 65 times each. The same number of people of our log given the same:

${table(
  ['log', 'correlation'],
  correlated.map(({ log, r }) => [log, r.toFixed(3)]),
)}
## Queries asked again

[Erola13] Figures 5.3 and 5.4, ${users.toLocaleString('en')} users, the syntactic method: rows in which a person asks a query again are taken out at random. The more different queries a history has for its rows, the less a group's mixture differs from it in entropy.

${repeatsTable(repeats)}
## Queries that many ask

[Erola13] Figure 5.7, the same: the ten most frequent queries, where the best known sites are asked for more. Where ten queries lie close together, chance puts another in their place.

${headsTable(heads)}
## Size of the network

[Erola13] Tables 4.1 and 4.5: position of users with ten and eight neighbours.

${networksTable(networks)}
## Who is exposed beside the selfish

[Erola13] Table 4.4: exposed users, in per cent, 10% selfish; what the thesis leaves open, and what it says, otherwise. How many are exposed at ζ = 0, the selfish as the honest, is how many have one friend, and pruning. Why hardly any selfish user is exposed at ζ = 0.01 none of it shows: with fewer queries it is fewer, but so it is at ζ = 0.02.

${pricedTable(priced)}`
}
