// The owner's commands: npm run orders -- ..., npm run content -- ... The first word is the command's name.
import { readyToRun } from './build-when-stale.js'
import { getReadyOrEnd } from './get-ready.js'
import { runPinned } from './run-pinned.js'

await getReadyOrEnd(readyToRun)
runPinned('scripts/run-owner-command.js', ...process.argv.slice(2))
