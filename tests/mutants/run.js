// npm run test:faults [-- FILE ...|--changed] [--all] [--most=N] [--tests=N]
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root } from '../../scripts/install-when-missing.js'
import { projectPaths } from '../support/architecture/source-file.ts'
import { judge } from './judge.js'
import { chosenBy, mutantsOf } from './mutants.ts'

// Vitest's workers take the Node of this process.
if (process.execPath !== realpathSync(pinnedNode()))
  process.exit(spawnSync(pinnedNode(), process.argv.slice(1), { stdio: 'inherit' }).status ?? 1)

const words = process.argv.slice(2)
const number = (name, otherwise) =>
  Number(words.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise)
const isAll = words.includes('--all')
const isChanged = words.includes('--changed')
const most = isAll ? Infinity : number('most', 10)
const mostTests = isAll ? Infinity : number('tests', 25)
const seed = Number(process.env.SEED ?? Date.now() % 100_000)
const named = isChanged
  ? execFileSync('git', ['diff', '--name-only', 'HEAD~1'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  : words.filter((word) => !word.startsWith('--'))
const isProduct = (path) =>
  /^(app|cli|db|payment-simulator)\/.*\.(tsx?|js)$/.test(path) &&
  !/\.test\.tsx?$|\.d\.ts$|^db\/migrations\//.test(path)
const isNamed = (path) =>
  named.some((each) => path === each || path.startsWith(`${each.replace(/\/$/, '')}/`))
const product = projectPaths(root).filter(isProduct)
const paths = named.length > 0 || isChanged ? product.filter(isNamed) : chosenBy(product, seed, 10)
const files = new Map(
  paths.map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const { mutants, statements } = mutantsOf(path, text)
    return [path, { text, statements, mutants: chosenBy(mutants, seed, most) }]
  }),
)
const all = [...files.values()]
const count = all.reduce((sum, { mutants }) => sum + mutants.length, 0)
console.log(
  `${count} changes in ${files.size} files; again: SEED=${seed} npm run test:faults -- ${words.join(' ')}`,
)
let noticed = 0
await judge(files, {
  isOnPostgres: all.some(({ text }) => /postgres/i.test(text)),
  mostTests,
  tell: ({ path, line, what }, by, isReached) => {
    if (by) noticed += 1
    if (process.env.TELL_ALL) console.log(new Date().toISOString().slice(11, 19), by)
    if (!by) console.log(`${isReached ? 'not noticed' : 'no test comes by'}: ${path}:${line} ${what}`)
  },
})
console.log(`${noticed} of ${count} noticed`)
