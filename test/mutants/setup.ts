import fc from 'fast-check'

// A mutant that dies need not be told in the smallest words, and need not die a hundred times.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true, numRuns: 25 })
