// Runs one of the owner's commands of the built shop.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './install-when-missing.js'
import { problemsAtStart } from './start-problem.js'

process.env.NODE_ENV ??= 'production'

const { runCommand } = await import(pathToFileURL(join(root, 'build/server/app.js')).href)
const [name, ...words] = process.argv.slice(2)
// The first Ctrl-C ends long work safely, a later one at once. One press arrives twice: from the terminal and from npm.
const ending = new AbortController()
const sameKeyMs = 1_000
const lastConnectionMs = 2_000
let askedAt = Number.POSITIVE_INFINITY
const endTask = () => {
  if (performance.now() > askedAt + sameKeyMs) process.exit(1)
  if (ending.signal.aborted) return
  askedAt = performance.now()
  console.log('止めています…')
  ending.abort()
}
if (name === 'data') for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, endTask)
const work = { tell: console.log, signal: ending.signal }
const { lines, exitCode } = await runCommand(name, words, undefined, work).catch((error) => ({
  lines: problemsAtStart(error),
  exitCode: 1,
}))
for (const line of lines) console.log(line)
process.exitCode = exitCode
// A connection to a database that hangs is never closed by its other end.
setTimeout(() => process.exit(), lastConnectionMs).unref()
