// Opens the built shop. Exits with 0 after SIGTERM or SIGINT and when the shop has moved, with 1 after a failed start or an unexpected error.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './install-when-missing.js'
import { problemsAtStart } from './start-problem.js'

process.env.NODE_ENV ??= 'production'

// A full disk or a closed pipe must cost log lines only, not the shop.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

const { serve } = await import(pathToFileURL(join(root, 'build/server/app.js')).href)

let shop
try {
  shop = await serve(join(root, 'build/client'))
} catch (error) {
  for (const problem of problemsAtStart(error)) console.error(problem)
  process.exit(1)
}

console.log(`\n  ${shop.origin}\n`)
for (const line of shop.announcements) console.log(`  ${line}`)

let ending
const end = (code) => {
  process.exitCode = code
  ending ??= shop.close().finally(() => process.exit())
}
shop.ended.then((why) => {
  console.log(`\n  ${why}\n`)
  end(0)
})
// Later signals are ignored: Ctrl+C arrives from the terminal and again from npm start.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => ending ?? end(0))
for (const surprise of ['uncaughtException', 'unhandledRejection'])
  process.once(surprise, (error) => {
    console.error(JSON.stringify({ level: 'error', message: surprise, error: error?.stack ?? String(error) }))
    end(1)
  })
