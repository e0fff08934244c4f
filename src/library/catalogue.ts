/** What there is: methods, attacks, trials and measures as records with their parameters, and plans. */

export { attackNames, loadAttack, loadAttacks as attacks } from '../attacks/index.js'
export { loadMeasure, loadMeasures as measures, measureNames, quickMeasures } from '../measures/index.js'
export { loadMethod, loadMethods as methods, methodNames } from '../methods/index.js'
export { defaultGrid } from '../plans/default-grid.js'
export { generalPromise } from '../plans/general-promise.js'
export { planFrom, profileNames, readPlan } from '../plans/plan.js'
export { ATTACKERS } from '../release/attackers.js'
export { loadTrial, loadTrials as trials, trialNames } from '../trials/index.js'
