import { PERSONS } from '../support/forgeries/persons.js'
import { ROWS } from '../support/forgeries/rows.js'
import { honestReleases } from '../support/honest.js'
import { neverAccepted } from '../support/never-accepted.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()

neverAccepted([...PERSONS, ...ROWS], honestReleases(next), next)
