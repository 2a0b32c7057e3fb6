import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NotReady, sentenceOf } from '../../scripts/get-ready.js'

const advice =
  'Bring the history with git fetch --unshallow (git fetch --tags for a tag alone), or name a commit behind the command, as in npm run test:former -- COMMIT.'

/**
 * The release that programs of this folder may run beside: the one whose schema db/released-schema.sql is, or `wanted`. Its commit is
 * its tag's, or where the tags were left behind the one in which package.json got its version. Throws NotReady with a sentence.
 * @param {string} root
 * @param {string} [wanted] a tag or a commit
 * @returns {{ name: string, commit: string }}
 */
export const formerRelease = (root, wanted) => {
  const git = (...args) => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : ''
  }
  const commitOf = (name) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`)
  if (git('rev-parse', '--is-inside-work-tree') !== 'true')
    throw new NotReady(
      'The former release is looked up with git, and this folder is no clone of the repository.',
    )
  if (wanted !== undefined) {
    const commit = commitOf(wanted)
    if (commit !== '') return { name: wanted, commit }
    throw new NotReady(`There is no ${wanted} in this clone. ${advice}`)
  }
  const name = releasedIn(root)
  const tagged = commitOf(`refs/tags/${name}`)
  if (tagged !== '') return { name, commit: tagged }
  const change = `"version": "${name.slice(1)}"`
  const commit = git('log', '--format=%H', `-S${change}`, '--', 'package.json').split('\n').at(-1) ?? ''
  // In a shallow clone the oldest commit seems to add every file.
  const isCut = git('rev-parse', '--is-shallow-repository') === 'true' && parentsOf(git, commit).length === 0
  if (commit !== '' && !isCut) return { name, commit }
  throw new NotReady(`This clone has neither the tag nor the commit of the release ${name}. ${advice}`)
}

/**
 * As `formerRelease`; where there is none, says why in a sentence and ends with 1.
 * @param {string} root
 * @param {string} [wanted]
 */
export const formerReleaseOrEnd = (root, wanted) => {
  try {
    return formerRelease(root, wanted)
  } catch (error) {
    console.error(sentenceOf(error))
    process.exit(1)
  }
}

const parentsOf = (git, commit) => git('rev-list', '--parents', '-n1', commit).split(' ').slice(1)

const releasedIn = (root) => {
  const [first = ''] = readFileSync(join(root, 'db/released-schema.sql'), 'utf8').split('\n', 1)
  const [, name] = /release (v\d+\.\d+\.\d+)/.exec(first) ?? []
  if (name === undefined) throw new NotReady('The first line of db/released-schema.sql names no release.')
  return name
}
