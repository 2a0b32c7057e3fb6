import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/install-when-missing.js'
import { needsPostgres, runnerOf } from '../../scripts/test-files.js'
import { readSources } from '../support/architecture/source-file.ts'
import { openTests } from './kept-tests.js'
import { withChoices } from './mutants.js'

/** The files of tests that are tried with a change that is made while files are loaded, each in a new process. */
const mostAtLoad = 3

/** For a path, the tests that import it, the nearest first: named like it, then by the folders shared, then by the files between. */
const relatedTests = (isOnPostgres) => {
  const importers = new Map()
  for (const { path, imports } of readSources(root))
    for (const { target, ours, ofTypes } of imports)
      if (ours && !ofTypes) importers.set(target, [...(importers.get(target) ?? []), path])
  const isTried = (path) =>
    runnerOf(path) === 'unit' &&
    !path.startsWith('tests/holds/') &&
    (isOnPostgres || !needsPostgres(readFileSync(join(root, path), 'utf8')))
  return (path) => {
    const steps = new Map([[path, 0]])
    for (const [each, away] of steps)
      for (const importer of importers.get(each) ?? [])
        if (!steps.has(importer)) steps.set(importer, away + 1)
    const name = path.replace(/(\.server)?\.[jt]sx?$/, '.')
    const shared = (test) => path.split('/').findIndex((folder, at) => folder !== test.split('/')[at])
    const rank = (test) => steps.get(test) - 100 * (test.startsWith(name) ? 99 : shared(test))
    return [...steps.keys()].filter(isTried).toSorted((one, other) => rank(one) - rank(other))
  }
}

/**
 * Makes each change of the product by itself, runs the tests that come by its place, and tells which file of tests noticed it.
 * No file is touched: the one process of the tests loads the changed files with a choice at each place.
 * @param {Map<string, import('./mutants.js').Mutant[]>} mutants by path
 * @param {{ isOnPostgres: boolean, mostTests: number,
 *   tell: (mutant: import('./mutants.js').Mutant, by: string | undefined, isReached: boolean) => void }} options
 *   `mostTests` are the files of tests that are run with a change; five times as many are asked whether they come by it
 */
export const judge = async (mutants, { isOnPostgres, mostTests, tell }) => {
  if (!isOnPostgres) process.env.TEST_ENGINES = 'sqlite'
  const related = relatedTests(isOnPostgres)
  const tests = await openTests((path, text) => mutants.has(path) && withChoices(text, mutants.get(path)))
  const known = new Map()

  /** What a file of tests comes by without a change; a test that fails then is left out. */
  const unchanged = async (file) => {
    if (known.has(file)) return known.get(file)
    const { all, tookMs } = await tests.run(file)
    const passed = all.filter((test) => test.result().state === 'passed')
    if (passed.length < all.length)
      console.log(`${file}: what fails or is skipped without a change is left out`)
    const reached = new Map()
    for (const test of passed)
      for (const mutant of test.meta().reached) reached.set(mutant, [...(reached.get(mutant) ?? []), test.id])
    const seen = { reached, atLoad: new Set(passed[0]?.meta().atLoad), limitMs: 20_000 + 10 * tookMs }
    known.set(file, seen)
    return seen
  }

  const isNoticed = async (file, mutant, testIds, isFresh = false) => {
    const { limitMs } = known.get(file)
    const { isOk, failed } = await tests.run(file, { mutant, testIds, limitMs })
    if (isOk) return false
    // What a change broke may outlive its run, and would fail the next one too.
    if (!isFresh && failed.length > 0 && (await tests.run(file, { testIds: failed, limitMs })).isOk)
      return true
    await tests.renew()
    return isFresh || failed.length === 0 || isNoticed(file, mutant, testIds, true)
  }

  const judgeFile = async (path, left) => {
    const [atLoad, reached] = [new Map(), new Map()]
    const add = (map, id, file) => map.set(id, [...(map.get(id) ?? []), file])
    for (const file of related(path).slice(0, 5 * mostTests)) {
      const open = [...left].filter(({ id }) => (reached.get(id)?.length ?? 0) < mostTests)
      if (open.length === 0) break
      const seen = await unchanged(file)
      for (const mutant of open) {
        const { id } = mutant
        if (seen.atLoad.has(id)) add(atLoad, id, file)
        if (!seen.reached.has(id)) continue
        add(reached, id, file)
        if (!(await isNoticed(file, id, seen.reached.get(id)))) continue
        tell(mutant, file, true)
        left.delete(mutant)
      }
    }
    for (const mutant of left) {
      const files = (atLoad.get(mutant.id) ?? []).slice(0, mostAtLoad)
      let by
      for (const file of files) {
        await tests.renew()
        if (by === undefined && (await isNoticed(file, mutant.id, undefined, true))) by = file
      }
      if (files.length > 0) await tests.renew()
      tell(mutant, by, files.length > 0 || reached.has(mutant.id))
    }
  }

  try {
    for (const [path, all] of mutants) await judgeFile(path, new Set(all))
  } finally {
    await tests.close()
  }
}
