// Runs one of the owner's commands of the built shop and ends with its exit code.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './install-when-missing.js'
import { problemsAtStart } from './start-problem.js'

process.env.NODE_ENV ??= 'production'

const { runCommand } = await import(pathToFileURL(join(root, 'build/server/app.js')).href)
const [name, ...words] = process.argv.slice(2)
const { lines, exitCode } = await runCommand(name, words).catch((error) => ({
  lines: problemsAtStart(error),
  exitCode: 1,
}))
for (const line of lines) console.log(line)
process.exitCode = exitCode
