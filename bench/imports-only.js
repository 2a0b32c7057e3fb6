// The least memory that the shop could take: a process that imports what the built shop imports, and does nothing.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/install-when-missing.js'

const built = join(root, 'build', 'server')
const names = readdirSync(built, { recursive: true })
  .filter((name) => name.endsWith('.js'))
  .flatMap((name) => [
    ...readFileSync(join(built, name), 'utf8').matchAll(
      /^import\s(?:[^'"]*?from\s)?["']([^."'/][^"']*)["']/gm,
    ),
  ])
  .map(([, name]) => name)

for (const name of new Set(names)) await import(name)
process.send('imported')
setInterval(() => {}, 60_000)
