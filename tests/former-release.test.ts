import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { formerRelease } from './support/former-release.js'

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'former-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false']
const gitIn = (folder: string) => {
  // A test may run within a hook of git, which names another repository.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
  return (...args: string[]) =>
    execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8', env, stdio: 'pipe' }).trim()
}

/** Of three commits the second is the release 1.0.0; the third goes on from it. */
const repository = () => {
  const folder = newFolder()
  const git = gitIn(folder)
  mkdirSync(join(folder, 'db'))
  git('init', '-q')
  const commit = (version: string, released: string, note: string) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ version, note }, null, 2))
    writeFileSync(join(folder, 'db/released-schema.sql'), `-- The schema of release ${released}, and more\n`)
    git('add', '.')
    git('commit', '-q', '-m', note)
    return git('rev-parse', 'HEAD')
  }
  const before = commit('0.9.0', 'v0.9.0', 'before')
  const release = commit('1.0.0', 'v1.0.0', 'release')
  const after = commit('1.0.0', 'v1.0.0', 'after')
  return { folder, git, before, release, after }
}

const cloneOf = (folder: string, ...how: string[]) => {
  const clone = join(newFolder(), 'clone')
  gitIn(folder)('clone', '-q', ...how, `file://${folder}`, clone)
  return clone
}

test('D51: without tags the former release is the commit in which its version came', () => {
  const { folder, release } = repository()
  expect(formerRelease(folder)).toEqual({ name: 'v1.0.0', commit: release })
  expect(formerRelease(cloneOf(folder, '--no-tags'))).toEqual({ name: 'v1.0.0', commit: release })
})

test('D51: a tag of the former release counts more than what looks like it, and who names another gets that', () => {
  const { folder, git, before, after } = repository()
  git('tag', '-a', 'v1.0.0', '-m', 'mended', after)
  git('tag', 'v0.9.0', before)
  expect(formerRelease(folder)).toEqual({ name: 'v1.0.0', commit: after })
  expect(formerRelease(folder, 'v0.9.0')).toEqual({ name: 'v0.9.0', commit: before })
  expect(formerRelease(folder, before)).toEqual({ name: before, commit: before })
  expect(() => formerRelease(folder, 'v7.0.0')).toThrow(/^There is no v7\.0\.0 in this clone/)
})

test('D51: a clone without the history says what to do, and takes no other commit for the release', () => {
  const { folder, release, git } = repository()
  const shallow = cloneOf(folder, '--depth=1')
  expect(() => formerRelease(shallow)).toThrow(
    /neither the tag nor the commit of the release v1\.0\.0\. .*--unshallow/,
  )
  gitIn(shallow)('fetch', '-q', '--unshallow')
  expect(formerRelease(shallow)).toEqual({ name: 'v1.0.0', commit: release })
  git('tag', 'v1.0.0', release)
  const tagged = cloneOf(folder, '--depth=1')
  gitIn(tagged)('fetch', '-q', '--depth=1', 'origin', 'tag', 'v1.0.0')
  expect(formerRelease(tagged)).toEqual({ name: 'v1.0.0', commit: release })
})

test('D51: a folder that is no clone, or names no release, says so', () => {
  const folder = newFolder()
  expect(() => formerRelease(folder)).toThrow(/no clone of the repository/)
  const named = repository()
  writeFileSync(join(named.folder, 'db/released-schema.sql'), '-- The schema\n')
  expect(() => formerRelease(named.folder)).toThrow(/names no release/)
})
