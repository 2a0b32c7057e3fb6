// npm start: installs what is missing, builds what is stale, and opens the shop. Runs on Node 20 or newer.
import { built } from './build-when-stale.js'
import { getReadyOrEnd } from './get-ready.js'
import { packages } from './install-when-missing.js'
import { runPinned, serverFlags } from './run-pinned.js'

await getReadyOrEnd(packages, built)
runPinned(...serverFlags, 'scripts/serve.js')
