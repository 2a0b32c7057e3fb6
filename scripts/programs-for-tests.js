// What the tests need beside npm's packages: a browser, Japanese letters for it, and PostgreSQL's server programs.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackages, mayInstallPackages } from './debian-packages.js'

const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
const onPath = () => (process.env.PATH ?? '').split(delimiter)

/** The first has no windows and menus of its own, which take a quarter of the time of the browser tests. */
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

/**
 * The path of the system's Chromium: at its usual places, else under one of its names in `folders`.
 * @returns {string | undefined}
 */
export const findChromium = (folders = onPath(), places = browserPlaces) =>
  [...places, ...folders.flatMap((folder) => browserNames.map((name) => join(folder, name)))].find(isFile)

const debianPostgres = '/usr/lib/postgresql'

/**
 * The folder of `initdb` and `postgres`: Debian's newest, else the first on PATH.
 * @returns {string | undefined}
 */
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

/**
 * @typedef {{ name: string, packages: string[], isThere(): boolean }} Program `packages` are Debian's
 * @type {Program[]}
 */
const programs = [
  {
    name: 'Chromium',
    packages: ['chromium-headless-shell'],
    isThere: () => findChromium() !== undefined,
  },
  { name: 'Japanese fonts', packages: ['fonts-noto-cjk', 'fontconfig'], isThere: hasJapaneseFonts },
  { name: 'PostgreSQL', packages: ['postgresql'], isThere: () => findPostgresFolder() !== undefined },
]

/**
 * Gets what is missing, and nothing else, from Debian's packages when we are root on Debian; elsewhere nothing is touched.
 * @param {Program[]} needed
 * @param {{ mayInstall(): boolean, install: typeof installPackages }} debian
 * @returns {Promise<string | undefined>} one sentence that says what to install, when something is missing still
 */
export const ensurePrograms = async (
  needed = programs,
  { mayInstall, install } = { mayInstall: mayInstallPackages, install: installPackages },
) => {
  const missing = needed.filter((program) => !program.isThere())
  if (missing.length > 0 && mayInstall())
    await install(
      missing.map(({ name }) => name).join(', '),
      missing.flatMap(({ packages }) => packages),
    )
  const stillMissing = missing.filter((program) => !program.isThere())
  if (stillMissing.length === 0) return undefined
  const names = stillMissing.map(({ name, packages }) => `${name} (Debian: ${packages.join(', ')})`)
  return `The tests need ${names.join(' and ')}: please install it and run npm test again.`
}
