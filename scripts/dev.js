// npm run dev: the shop with hot reload. Runs on any Node from 18 on.
import { getReadyOrEnd } from './get-ready.js'
import { packages } from './install-when-missing.js'
import { runPinned } from './run-pinned.js'

await getReadyOrEnd(packages)
runPinned('scripts/serve-dev.js')
