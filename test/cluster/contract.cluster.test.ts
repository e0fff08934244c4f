import { openSpark } from '../../src/engines/spark/index.js'
import { sqlContract } from '../support/engine-contract.js'
import { sharedCluster } from './shared.js'

sqlContract('spark', async (options) => openSpark((await sharedCluster()).url, options))
