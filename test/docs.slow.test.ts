import { test } from 'vitest'
import { LONG_GUIDES, runPage } from './support/guides.js'

test.each(LONG_GUIDES)('every command of %s works', runPage, 240_000)
