import { SECRETS } from '../support/forgeries/secrets.js'
import { honestReleases } from '../support/honest.js'
import { neverAccepted } from '../support/never-accepted.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()

neverAccepted(SECRETS, honestReleases(next), next)
