import { BESIDE } from './beside.js'
import { COLUMNS } from './columns.js'
import { FILES } from './files.js'
import type { Forgery } from './forgery.js'
import { MANIFESTS } from './manifests.js'
import { NOISE } from './noise.js'
import { PERSONS } from './persons.js'
import { ROWS } from './rows.js'
import { SECRETS } from './secrets.js'

/** Ways to lie, by what is lied about. Whoever finds another adds a line. */
export const FORGERIES: readonly Forgery[] = [
  ...FILES,
  ...MANIFESTS,
  ...COLUMNS,
  ...PERSONS,
  ...ROWS,
  ...SECRETS,
  ...NOISE,
  ...BESIDE,
]
