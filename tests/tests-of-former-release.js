// npm run test:former [-- [COMMIT] [app/FOLDER ...]]: runs the unit tests of the last release (or of COMMIT; all, or those below the folders) in
// the schema of this folder, on both engines: what its programs do while the next release is rolled out beside them (D51). The tests are
// those of that commit, in a work tree of their own.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { getReadyOrEnd, root } from '../scripts/get-ready.js'
import { packages, pinnedNode } from '../scripts/install-when-missing.js'
import { formerReleaseOrEnd } from './support/former-release.js'

const git = (...args) => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`)
  return stdout.trim()
}

/** Tests of what a release is by itself: its own schema, folders, migrations, and the texts of its repository. */
const ofItself = [
  'db/**',
  'tests/**',
  'app/server/database/migrate*',
  'app/server/database/write-guard*',
  'app/server/data-folder/**',
  'app/server/data-copy/**',
  'app/server/backup/**',
  'cli/**',
]

const words = process.argv.slice(2)
const folders = words.filter((word) => /^app\b/.test(word))
const { name, commit } = formerReleaseOrEnd(
  root,
  words.find((word) => !folders.includes(word)),
)
await getReadyOrEnd(packages)
mkdirSync(join(root, '.cache'), { recursive: true })
const folder = mkdtempSync(join(root, '.cache/former-'))
const former = join(folder, 'tree')
git('worktree', 'add', '--detach', former, commit)
let code = 1
try {
  process.stdout.write(`The tests of ${name} (${commit.slice(0, 8)}) in the schema of this folder:\n`)
  const lock = (where) => readFileSync(join(where, 'package-lock.json'), 'utf8')
  if (lock(former) === lock(root)) symlinkSync(join(root, 'node_modules'), join(former, 'node_modules'))
  else spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: former, stdio: 'inherit' })
  const vitest = join(former, 'node_modules/vitest/vitest.mjs')
  const left = ofItself.flatMap((pattern) => ['--exclude', pattern])
  const run = spawnSync(
    pinnedNode(),
    [vitest, 'run', ...(folders.length > 0 ? folders : ['app']), '--reporter=dot', ...left],
    {
      cwd: former,
      stdio: 'inherit',
      env: { ...process.env, SCHEMA_OF: root },
    },
  )
  code = run.status ?? 1
} finally {
  git('worktree', 'remove', '--force', former)
  rmSync(folder, { recursive: true, force: true })
}
process.exit(code)
