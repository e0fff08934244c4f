import { sameOnBoth } from './same-on-both.js'

// One of each kind: rows, items, keys, our own code on texts. All of them are in the full suite.
sameOnBoth(['rare-queries tags', 'zealous keywords', 'scrub + rare-queries', 'secret-shares', 'token-hash'])
