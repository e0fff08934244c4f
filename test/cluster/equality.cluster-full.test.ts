import { PLANS } from './equal.js'
import { sameOnBoth } from './same-on-both.js'

sameOnBoth(Object.keys(PLANS))
