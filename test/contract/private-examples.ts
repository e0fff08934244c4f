/**
 * What makes each private parameter of a method count, so that contract tests can see that nobody takes it from a stranger and no file tells it. A new
 * one adds a line. The values are made by the tests, by kind.
 */
export const WITH_PRIVATE: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>> = {
  'km-deletion': { marketing: { target: 'bid' }, from: { m: 2 } },
  korolova: { results: { epsilonClicks: 1 } },
  'microaggregate-categories': { knowledge: {} },
  'microaggregate-semantic': { knowledge: {} },
  'microaggregate-syntactic': { knowledge: {} },
  'secret-shares': {
    server: { scheme: 'oblivious', unpinned: true },
    serverKey: { scheme: 'oblivious' },
    serverToken: { scheme: 'oblivious', unpinned: true },
  },
  sessions: { results: { split: 'interest' }, resultsApi: { split: 'interest' }, knowledge: { split: 'interest' } },
}
