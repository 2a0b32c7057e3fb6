// The owner's commands, also while the shop is open: npm run orders -- ..., npm run content -- ... The first word is which.
import { ensureBuilt } from './build-when-stale.js'
import { ensureInstalled } from './install-when-missing.js'
import { oneAtATime } from './one-at-a-time.js'
import { runPinned } from './run-pinned.js'

await oneAtATime(async () => {
  ensureInstalled()
  await ensureBuilt()
})
runPinned('scripts/run-owner-command.js', ...process.argv.slice(2))
