/** Results in words, as the command line prints them. */

export { number as figureText } from '../base/format.js'
export { simulationText } from '../peer/simulate/text.js'
export { comparisonText } from '../report/comparison-text.js'
export { figureLines } from '../report/figures.js'
export { inspectionText } from '../report/inspection.js'
export { ledgerText } from '../report/ledger.js'
export { attackErrors } from '../report/outcomes.js'
export { recommendationText } from '../report/recommendation.js'
export { explanationText, releaseText } from '../report/release.js'
export { scanText } from '../report/scan.js'
export { decodeText } from '../report/shares.js'
export { colouredVerdict, verdictText } from '../report/verdict.js'
