// What the tests need beside npm's packages: a browser, Japanese letters for it, and PostgreSQL's server programs.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackages, mayInstallPackages } from './debian-packages.js'

const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
const onPath = () => (process.env.PATH ?? '').split(delimiter)

const browserNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
/** Chromium without its own windows and menus, which take a quarter of the time of the browser tests. */
const headlessShell = '/usr/bin/chromium-headless-shell'
const browserPlaces = [
  headlessShell,
  '/usr/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The path of the system's Chromium.
 * @returns {string | undefined}
 */
export const findChromium = () =>
  [...browserPlaces, ...onPath().flatMap((folder) => browserNames.map((name) => join(folder, name)))].find(
    isFile,
  )

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

const needs = [
  {
    name: 'Chromium',
    packages: ['chromium-headless-shell'],
    isThere: () => findChromium() !== undefined,
    isWanted: () => isFile(headlessShell),
  },
  { name: 'Japanese fonts', packages: ['fonts-noto-cjk', 'fontconfig'], isThere: hasJapaneseFonts },
  { name: 'PostgreSQL', packages: ['postgresql'], isThere: () => findPostgresFolder() !== undefined },
]

/**
 * Gets what is missing from Debian's packages when we are root on Debian; elsewhere nothing is touched.
 * @returns {Promise<string | undefined>} one sentence that says what to install, when something is missing still
 */
export const ensurePrograms = async () => {
  const missing = needs.filter((need) => !need.isThere())
  const wanted = needs.filter(({ isThere, isWanted = isThere }) => !isWanted())
  if (mayInstallPackages() && wanted.length > 0)
    try {
      await installPackages(
        wanted.map(({ name }) => name).join(', '),
        wanted.flatMap(({ packages }) => packages),
      )
    } catch (error) {
      // What is there will do, only slower.
      if (missing.length > 0) throw error
    }
  const stillMissing = needs.filter((need) => !need.isThere())
  if (stillMissing.length === 0) return undefined
  const names = stillMissing.map(({ name, packages }) => `${name} (Debian: ${packages.join(', ')})`)
  return `The tests need ${names.join(' and ')}: please install it and run npm test again.`
}
