// npm start: installs what is missing, builds what is stale, and opens the shop. Runs on any Node from 20 on.
import { ensureBuilt } from './build-when-stale.js'
import { ensureInstalled } from './install-when-missing.js'
import { oneAtATime } from './one-at-a-time.js'
import { runPinned } from './run-pinned.js'

await oneAtATime(async () => {
  ensureInstalled()
  await ensureBuilt()
})
runPinned('scripts/serve.js')
