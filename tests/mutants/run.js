// npm run test:faults [-- FILE ... | --changed]: makes one small change of the product at a time, runs the tests that come by its place,
// and lists what none of them noticed. Without files it takes ten by a seed, with --changed those of the last commit and since. Of each
// file it makes --most=10 changes (SEED=N repeats a choice), each with the --tests=8 nearest files of tests; --all has no limit.
import { execFileSync, spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { pinnedNode, root } from '../../scripts/install-when-missing.js'
import { needsPostgres, runnerOf } from '../../scripts/test-files.js'
import { readSources } from '../support/architecture/source-file.ts'
import { openTests } from './kept-tests.js'
import { chosenBy, mutantsOf, withChoices } from './mutants.js'

// Vitest's workers take the Node of this process.
if (process.execPath !== realpathSync(pinnedNode()))
  process.exit(spawnSync(pinnedNode(), process.argv.slice(1), { stdio: 'inherit' }).status ?? 1)

const words = process.argv.slice(2)
const option = (name) => words.find((word) => word.startsWith(`--${name}=`))?.split('=')[1]
const limit = (name, usual) => (words.includes('--all') ? Infinity : Number(option(name) ?? usual))
const isTest = (path) => runnerOf(path) === 'unit' && !path.startsWith('tests/holds/')
const isProduct = (path) => /^(app|cli|db(?!\/migrations)|payment-simulator)\//.test(path) && !isTest(path)
const isChanged = words.includes('--changed')
const git = ['diff', '--name-only', 'HEAD~1']
const changed = isChanged ? execFileSync('git', git, { cwd: root, encoding: 'utf8' }).split('\n') : []
const named = [...words.filter((word) => !word.startsWith('--')), ...changed.filter(Boolean)]
const isNamed = (path) => named.some((one) => one === path || (isProduct(path) && path.startsWith(`${one}/`)))
const seed = process.env.SEED ?? String(Date.now() % 100_000)
const sources = new Map(readSources(root).map((source) => [source.path, source]))
const all = [...sources.keys()]
const isSample = named.length === 0 && !isChanged
const paths = isSample ? chosenBy(all.filter(isProduct), seed, 10) : all.filter(isNamed)
const someOf = (path) => chosenBy(mutantsOf(path, sources.get(path).text), seed, limit('most', 10))
const mutants = new Map(paths.map((path) => [path, someOf(path)]))
const count = [...mutants.values()].flat().length
console.log(`${count} changes in ${paths.length} files; again with SEED=${seed}`)

const isOnPostgres = paths.some((path) => /postgres/i.test(sources.get(path).text))
if (!isOnPostgres) process.env.TEST_ENGINES = 'sqlite'
const add = (map, key, value) => map.set(key, [...(map.get(key) ?? []), value])
const importers = new Map()
for (const { path, imports } of sources.values())
  for (const { target, ofTypes } of imports) if (!ofTypes) add(importers, target, path)

/** The tests that import a file, the nearest first: named like it, then by the folders shared, then by the files between. */
const relatedTests = (path) => {
  const found = new Set([path])
  for (const each of found) for (const importer of importers.get(each) ?? []) found.add(importer)
  const names = path.replace(/(\.server)?\.[jt]sx?$/, '/').split('/')
  const shared = (test) => names.findIndex((name, at) => name !== test.split(/[/.]/)[at])
  const isRun = (test) => isTest(test) && (isOnPostgres || !needsPostgres(sources.get(test).text))
  return [...found].filter(isRun).toSorted((one, other) => shared(other) - shared(one))
}

const tests = await openTests((path, text) => mutants.get(path) && withChoices(text, mutants.get(path)))

/** What a file of tests comes by without a change; a test that fails then is left out. */
const unchanged = async (file) => {
  const { all, isOk, tookMs } = await tests.run(file)
  if (!isOk) console.log(`${file} fails without a change: only what passed before that is run`)
  const passed = all.filter((each) => each.result().state === 'passed')
  const reached = new Map()
  for (const test of passed) for (const id of test.meta().reached) add(reached, id, test.id)
  return { reached, atLoad: passed[0]?.meta().atLoad ?? [], limitMs: 20_000 + 10 * tookMs }
}

/** What is come by while files are loaded is changed in a new process (`isFresh`), and so for all tests of the file. */
const isNoticed = async (file, mutant, { reached, limitMs }, isFresh) => {
  if (isFresh) await tests.renew()
  const testIds = isFresh ? undefined : reached.get(mutant)
  const { isOk, failed } = await tests.run(file, { mutant, testIds, limitMs })
  if (isFresh) await tests.renew()
  if (isOk || isFresh || failed.length === 0) return !isOk
  // What an earlier change broke may have outlived its run.
  const { isOk: isSound } = await tests.run(file, { testIds: failed, limitMs })
  return isSound || isNoticed(file, mutant, { reached, limitMs }, true)
}

const known = new Map()
let noticed = 0
for (const [path, left] of mutants) {
  const tried = new Map(left.map((mutant) => [mutant, 0]))
  for (const file of relatedTests(path).slice(0, 5 * limit('tests', 8))) {
    const open = [...tried].filter(([, files]) => files < limit('tests', 8))
    if (open.length > 0 && !known.has(file)) known.set(file, await unchanged(file))
    for (const [mutant, files] of open) {
      const seen = known.get(file)
      const isAtLoad = seen.atLoad.includes(mutant.id)
      if (!isAtLoad && !seen.reached.has(mutant.id)) continue
      tried.set(mutant, files + (isAtLoad ? 3 : 1))
      if (!(await isNoticed(file, mutant.id, seen, isAtLoad))) continue
      noticed += 1
      tried.delete(mutant)
    }
  }
  for (const [{ what }, files] of tried) console.log(`${files ? 'not noticed' : 'no test comes by'}: ${what}`)
}
await tests.close()
console.log(`\n${noticed} of ${count} noticed`)
