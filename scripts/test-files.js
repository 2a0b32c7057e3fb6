// Which files the two runners read. vitest.config.ts and playwright.config.ts say the same in their own words.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const left = new Set(['node_modules', 'build', 'data', 'test-results', '.git', '.cache', '.react-router'])

/** @typedef {'unit' | 'browser'} Runner */

/**
 * The runner that reads the test file at `path` (relative to the project, with slashes); undefined when none does.
 * @param {string} path
 * @returns {Runner | undefined}
 */
export const runnerOf = (path) => {
  if (/^tests\/e2e\/.*\.spec\.ts$/.test(path)) return 'browser'
  return /\.test\.tsx?$/.test(path) ? 'unit' : undefined
}

/**
 * Whether a unit test is about PostgreSQL alone, told by its text: it opens a database or a cluster of its own there. Tests
 * on both engines leave PostgreSQL out by themselves.
 * @param {string} text
 */
export const needsPostgres = (text) => /postgresPlaces|postgres-cluster|inject\('postgresUrl'\)/.test(text)

/**
 * Paths of all test files of the project at `root`.
 * @param {string} root
 * @returns {string[]}
 */
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
 * What `npm test -- WORDS` asks for: paths or beginnings of paths of test files, with a line if one likes.
 * @param {string[]} words
 * @param {string[]} files
 * @returns {{ unit: string[], browser: string[], unknown: string[] }} `unknown` are the words that lead to no test
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
