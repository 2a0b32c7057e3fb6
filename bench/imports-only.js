// The least memory of the shop: a process that imports the build and does nothing.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../scripts/install-when-missing.js'

await import(pathToFileURL(join(root, 'build/server/app.js')).href)
process.send('imported')
setInterval(() => {}, 60_000)
