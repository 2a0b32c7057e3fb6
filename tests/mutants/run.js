// npm run test:faults [-- FILE ... | --changed] [--most=N] [--tests=N] [--all]: changes one condition, comparison, return, call or value of
// the product at a time, and lists each change that no test noticed. Without files it takes ten by a seed.
//
//   --changed    the files of the last commit and since
//   --most=N     changes of each file (10), chosen by a seed that is printed; SEED=N repeats a choice
//   --tests=N    files of tests that are run for each file (15), the nearest ones
//   --all        every change, with every test that imports its file
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root } from '../../scripts/install-when-missing.js'
import { projectPaths } from '../support/architecture/source-file.ts'
import { judge } from './judge.js'
import { chosenBy, mutantsOf } from './mutants.js'

// Vitest's workers take the Node of this process.
if (process.execPath !== realpathSync(pinnedNode()))
  process.exit(spawnSync(pinnedNode(), process.argv.slice(1), { stdio: 'inherit' }).status ?? 1)

const words = process.argv.slice(2)
const number = (name, otherwise) => {
  const word = words.find((each) => each.startsWith(`--${name}=`))
  return words.includes('--all') ? Number.POSITIVE_INFINITY : Number(word?.split('=')[1] ?? otherwise)
}
const isProduct = (path) =>
  /^(app|cli|db|payment-simulator)\/.*\.(tsx?|js)$/.test(path) &&
  !/\.test\.tsx?$|\.d\.ts$|^db\/migrations\//.test(path)
const named = words.includes('--changed')
  ? execFileSync('git', ['diff', '--name-only', 'HEAD~1'], { cwd: root, encoding: 'utf8' }).split('\n')
  : words.filter((word) => !word.startsWith('--')).map((word) => word.replace(/\/$/, ''))
const isNamed = (path) =>
  named.includes(path) || (isProduct(path) && named.some((each) => path.startsWith(`${each}/`)))

const seed = Number(process.env.SEED ?? Date.now() % 100_000)
const all = projectPaths(root).filter((path) => /\.(tsx?|js)$/.test(path))
const paths = named.length > 0 ? all.filter(isNamed) : chosenBy(all.filter(isProduct), seed, 10)
const textOf = (path) => readFileSync(join(root, path), 'utf8')
const mutants = new Map(
  paths.map((path) => [path, chosenBy(mutantsOf(path, textOf(path)), seed, number('most', 10))]),
)
const count = [...mutants.values()].flat().length
console.log(`${count} changes in ${mutants.size} files; again with SEED=${seed}`)
let noticed = 0
await judge(mutants, {
  isOnPostgres: paths.some((path) => /postgres/i.test(textOf(path))),
  mostTests: number('tests', 15),
  tell: ({ path, line, what }, by, isReached) => {
    if (by !== undefined) noticed += 1
    else console.log(`${isReached ? 'not noticed' : 'no test comes by'}: ${path}:${line} ${what}`)
  },
})
console.log(`\n${noticed} of ${count} noticed`)
