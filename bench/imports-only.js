// The least memory that the shop could take: a process that imports the built shop, and does nothing.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../scripts/install-when-missing.js'

await import(pathToFileURL(join(root, 'build/server/app.js')).href)
process.send('imported')
setInterval(() => {}, 60_000)
