import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../scripts/install-when-missing.js'
import { needsPostgres, runnerOf } from '../../scripts/test-files.js'
import { readSources } from '../support/architecture/source-file.ts'
import { openTests } from './kept-tests.js'
import { withChoices } from './mutants.ts'

/** How long a test with a change may take, besides ten times what it takes without. */
const slackMs = 20_000
/** The test files of a change that is made while files are loaded, each in a new process. */
const mostAtLoad = 3

const feature = (path) => path.split('/').slice(0, 3).join('/')

/** For a path, the tests that import it: named like it, beside it, in its feature, then by how many files lie between. */
export const openRelated = (isOnPostgres) => {
  const importers = new Map()
  const sources = readSources(root)
  for (const { path, imports } of sources)
    for (const { target, ours, ofTypes } of imports)
      if (ours && !ofTypes) importers.set(target, [...(importers.get(target) ?? []), path])
  const isTest = (path) =>
    runnerOf(path) === 'unit' &&
    !path.startsWith('tests/holds/') &&
    (isOnPostgres || !needsPostgres(readFileSync(join(root, path), 'utf8')))
  return (path) => {
    const away = new Map([[path, 0]])
    for (const [each, steps] of away)
      for (const importer of importers.get(each) ?? []) if (!away.has(importer)) away.set(importer, steps + 1)
    const place = (test) => [
      test.startsWith(path.replace(/(\.server)?\.[jt]sx?$/, '.')) ? 0 : 1,
      dirname(test) === dirname(path) ? 0 : 1,
      feature(test) === feature(path) ? 0 : 1,
      away.get(test),
    ]
    const key = (test) =>
      place(test)
        .map((each) => String(each).padStart(3, '0'))
        .join()
    return [...away.keys()].filter(isTest).toSorted((one, other) => key(one).localeCompare(key(other)))
  }
}

/**
 * Makes each change, runs the tests that come by its place, the nearest file first, and tells of each whether one failed.
 * @param {Map<string, { text: string, statements: [number, number][], mutants: import('./mutants.ts').Mutant[] }>} files
 * @param {{ isOnPostgres: boolean, mostTests: number, tell: (mutant: import('./mutants.ts').Mutant, by: string | undefined, isReached: boolean) => void }} options
 */
export const judge = async (files, { isOnPostgres, mostTests, tell }) => {
  if (!isOnPostgres) process.env.TEST_ENGINES = 'sqlite'
  const related = openRelated(isOnPostgres)
  const tests = await openTests((path) => {
    const file = files.get(path)
    return file && withChoices(file.text, file.statements, file.mutants)
  })
  const stop = async () => {
    await tests.close()
    process.exit(130)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)

  const known = new Map()
  /** What a file of tests comes by when nothing is changed; what fails then is left out. */
  const unchanged = async (file) => {
    const found = known.get(file)
    if (found) return found
    const { tests: all, tookMs, isOk } = await tests.run(file)
    if (!isOk) console.log(`${file} fails without a change: its failing tests are left out`)
    const reached = new Map()
    const atLoad = new Set()
    for (const test of all.filter((each) => each.result().state === 'passed')) {
      for (const id of test.meta().reached ?? []) reached.set(id, [...(reached.get(id) ?? []), test.id])
      for (const id of test.meta().atLoad ?? []) atLoad.add(id)
    }
    const seen = { reached, atLoad, limitMs: slackMs + 10 * tookMs }
    known.set(file, seen)
    return seen
  }

  const isNoticed = async (file, { id }, testIds, limitMs) => {
    const { isOk, failed } = await tests.run(file, { mutant: id, testIds, limitMs })
    if (isOk) return false
    // What a change broke may outlive its run.
    const again = failed.length > 0 ? await tests.run(file, { testIds: failed, limitMs }) : { isOk: false }
    if (again.isOk) return true
    await tests.renew()
    if (failed.length === 0) return true
    const { isOk: isUnnoticed } = await tests.run(file, { mutant: id, testIds, limitMs })
    await tests.renew()
    return !isUnnoticed
  }

  try {
    for (const [path, { mutants }] of files) {
      const near = related(path).slice(0, mostTests)
      const left = new Set(mutants)
      const loaded = new Map()
      const passed = new Set()
      for (const file of near) {
        if (left.size === 0) break
        const { reached, atLoad, limitMs } = await unchanged(file)
        for (const mutant of left) {
          const testIds = reached.get(mutant.id)
          if (atLoad.has(mutant.id))
            loaded.set(mutant, [...(loaded.get(mutant) ?? []), file].slice(0, mostAtLoad))
          if (testIds === undefined) continue
          passed.add(mutant)
          if (!(await isNoticed(file, mutant, testIds, limitMs))) continue
          tell(mutant, file, true)
          left.delete(mutant)
        }
      }
      for (const mutant of left) {
        let by
        for (const file of loaded.get(mutant) ?? []) {
          await tests.renew()
          const { isOk } = await tests.run(file, { mutant: mutant.id, limitMs: known.get(file).limitMs })
          if (!isOk) by = file
          if (by) break
        }
        if (loaded.has(mutant)) await tests.renew()
        tell(mutant, by, loaded.has(mutant) || passed.has(mutant))
      }
    }
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    await tests.close()
  }
}
