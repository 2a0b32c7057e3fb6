import { parseArgs } from 'node:util'
import { moveShop } from '../../app/server/data-copy/move-shop.ts'

/** A mover in its own process that copies, prints `copied`, and waits to be ended. */
const { values } = parseArgs({
  options: {
    dataDir: { type: 'string', default: '' },
    databaseUrl: { type: 'string' },
    to: { type: 'string' },
  },
})
await moveShop({
  from: { dataDir: values.dataDir, databaseUrl: values.databaseUrl },
  to: values.to,
  tell: () => {},
  signal: new AbortController().signal,
  untilSeenMs: 0,
  rebuildSearch: async () => {
    console.log('copied')
    await new Promise((resolve) => setTimeout(resolve, 60_000))
  },
})
