// Which files the two runners read; vitest.config.ts and playwright.config.ts repeat it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const left = new Set(['node_modules', 'build', 'data', 'test-results', '.git', '.cache', '.react-router'])

/** @typedef {'unit' | 'browser'} Runner */

/**
 * @param {string} path relative to the project, with slashes
 * @returns {Runner | undefined} undefined when neither runner reads it
 */
export const runnerOf = (path) => {
  if (/^tests\/e2e\/.*\.spec\.ts$/.test(path)) return 'browser'
  return /\.test\.tsx?$/.test(path) ? 'unit' : undefined
}

/** @param {string} text a unit test; true if it opens a PostgreSQL database or cluster of its own, so needs PostgreSQL */
export const needsPostgres = (text) => /postgresPlaces|postgres-cluster|inject\('postgresUrl'\)/.test(text)

/** @param {string} text a unit test; true if it says of itself, in its first line, that nobody shall wait for it */
export const isForCiAlone = (text) => text.startsWith('// @every')

/** What one engine may take otherwise than the other: SQL written by hand, a question which engine it is, a lock. */
const engineWords = /\bsql(?:<[^`]*>)?`|\bengineOf\b|\bfor(?:Update|Share)\b|\bskipLocked\b|advisory/

/** Of a test: its first line says so, or transactions meet. */
const postgresWords = /^\/\/ @postgres\b|\buntilOneWaits\b|interleav/i

/** @param {string} text a source */
export const dependsOnEngine = (text) => engineWords.test(text)

/**
 * @param {string} path of a unit test
 * @param {(path: string) => string} read gives '' where there is no file
 * @returns {boolean} whether `npm test` runs it on PostgreSQL as well: what it imports from its own folder depends on the engine, or it
 * says so itself. With CI set every test of a database does (docs/decisions/0144).
 */
export const runsOnPostgres = (path, read = readIfThere) => {
  const text = read(path)
  const beside = [...text.matchAll(/from '\.\/([\w.-]+)'/g)].map(([, name]) =>
    read(join(dirname(path), name)),
  )
  return postgresWords.test(text) || beside.some(dependsOnEngine)
}

const readIfThere = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** @returns {string[]} */
export const testFiles = (root) => {
  const walk = (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      if (left.has(entry.name)) return []
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      return entry.isDirectory() ? walk(path) : [path]
    })
  return walk('').filter((path) => runnerOf(path) !== undefined)
}

/**
 * @param {string[]} words paths of test files or their beginnings, optionally with a line
 * @param {string[]} files
 * @returns {{ unit: string[], browser: string[], unknown: string[] }} `unknown` are words without a test
 */
export const chosenTests = (words, files) => {
  const chosen = { unit: [], browser: [], unknown: [] }
  for (const word of words) {
    const path = word.replace(/^\.\//, '')
    const meant = files.filter((file) => file.startsWith(path.replace(/(:\d+)+$/, '')))
    if (meant.length === 0) chosen.unknown.push(word)
    for (const runner of new Set(meant.map(runnerOf))) chosen[runner].push(path)
  }
  return chosen
}
