// npm start: installs what is missing, builds what is stale, and opens the shop. Runs on Node 20 or newer.
import { readyToRun } from './build-when-stale.js'
import { getReadyOrEnd } from './get-ready.js'
import { runPinned, serverFlags } from './run-pinned.js'

await getReadyOrEnd(readyToRun)
runPinned(...serverFlags, 'scripts/serve.js')
