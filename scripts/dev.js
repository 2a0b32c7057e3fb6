// npm run dev: the shop with hot reload. Runs on Node 20 or newer.
import { getReadyOrEnd } from './get-ready.js'
import { packages } from './install-when-missing.js'
import { runPinned } from './run-pinned.js'

await getReadyOrEnd(packages)
runPinned('scripts/serve-dev.js')
