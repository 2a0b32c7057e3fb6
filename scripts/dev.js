// npm run dev: the shop with hot reload. Runs on any Node from 20 on.
import { ensureInstalled } from './install-when-missing.js'
import { oneAtATime } from './one-at-a-time.js'
import { runPinned } from './run-pinned.js'

await oneAtATime(ensureInstalled)
runPinned('scripts/serve-dev.js')
