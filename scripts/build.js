// npm run build: what npm start builds, with the whole output when it fails.
import { built } from './build-when-stale.js'
import { getReady, sentenceOf } from './get-ready.js'
import { packages } from './install-when-missing.js'

try {
  await getReady(packages, built)
} catch (error) {
  if (error.details) console.error(error.details)
  console.error(sentenceOf(error))
  process.exitCode = 1
}
