// What tests need beside npm's packages: a browser, Japanese fonts and PostgreSQL's server programs.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { installPackages, mayInstallPackages } from './debian-packages.js'

const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
const onPath = () => (process.env.PATH ?? '').split(delimiter)

/** The first draws no windows of its own, which halves the time of the browser tests (docs/decisions/0080). */
const browserNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]
const browserPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** @returns {string | undefined} the system's Chromium: at `places`, otherwise by its names in `folders` */
export const findChromium = (folders = onPath(), places = browserPlaces) =>
  [...places, ...folders.flatMap((folder) => browserNames.map((name) => join(folder, name)))].find(isFile)

const debianPostgres = '/usr/lib/postgresql'

/** @returns {string | undefined} the folder of `initdb` and `postgres`: Debian's newest, otherwise the first on PATH */
export const findPostgresFolder = () => {
  const versions = existsSync(debianPostgres) ? readdirSync(debianPostgres) : []
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a))
  return [...newestFirst.map((version) => join(debianPostgres, version, 'bin')), ...onPath()].find(
    (folder) => isFile(join(folder, 'initdb')) && isFile(join(folder, 'postgres')),
  )
}

const hasJapaneseFonts = () => {
  if (process.platform !== 'linux') return true
  try {
    return execFileSync('fc-list', [':lang=ja', 'family'], { encoding: 'utf8' }).trim() !== ''
  } catch {
    return false
  }
}

const hasHeadlessShell = () => basename(findChromium() ?? '') === browserNames[0]

/**
 * @typedef {{ name: string, packages: string[], isThere(): boolean, isBest?(): boolean }} Program `packages` are Debian's; with
 * `isBest`, a slower program would do where nothing can be installed
 */

/** @type {Program} */
export const postgres = {
  name: 'PostgreSQL',
  packages: ['postgresql'],
  isThere: () => findPostgresFolder() !== undefined,
}

/** @type {Program[]} */
const programs = [
  {
    name: 'Chromium',
    packages: ['chromium-headless-shell'],
    isThere: () => findChromium() !== undefined,
    isBest: hasHeadlessShell,
  },
  { name: 'Japanese fonts', packages: ['fonts-noto-cjk', 'fontconfig'], isThere: hasJapaneseFonts },
  postgres,
]

/**
 * Installs missing programs as root on Debian, and changes nothing elsewhere.
 * @param {Program[]} needed
 * @param {{ mayInstall(): boolean, install: typeof installPackages }} debian
 * @returns {Promise<string | undefined>} what to install, as a sentence, when something is still missing
 */
export const ensurePrograms = async (
  needed = programs,
  { mayInstall, install } = { mayInstall: mayInstallPackages, install: installPackages },
) => {
  const get = async (wanted) => {
    if (wanted.length === 0 || !mayInstall()) return
    const names = wanted.map(({ name }) => name).join(', ')
    await install(
      names,
      wanted.flatMap(({ packages }) => packages),
    )
  }
  await get(needed.filter((program) => !program.isThere()))
  // Where a better one is not to be had, the slower program will do.
  await get(needed.filter((program) => program.isThere() && program.isBest?.() === false)).catch(() => {})
  const stillMissing = needed.filter((program) => !program.isThere())
  if (stillMissing.length === 0) return undefined
  const instead = stillMissing.map(({ name, packages }) => `${name} (Debian: ${packages.join(', ')})`)
  return `The tests need ${instead.join(' and ')}: please install it and run npm test again.`
}
