import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { NotReady, replaceFolder, root } from './get-ready.js'
import { hasPackagesToRun, packages, pinnedNode } from './install-when-missing.js'

const inputs = [
  'app',
  'cli',
  'db',
  'demo',
  'payment-simulator',
  'public',
  'scripts/area-sheets.js',
  'scripts/class-names.js',
  'scripts/client-chunks.js',
  'scripts/compress-assets.js',
  'scripts/page-styles.js',
  'scripts/router-for-browser.js',
  'scripts/source-aliases.js',
  'scripts/unused-parts.js',
  'scripts/visitors-manifest.js',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'shop.settings.ts',
  'tsconfig.json',
]
const folder = 'build'
const stamp = '.built-from'

const filesAt = (path) => {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => filesAt(join(path, entry.name)))
}

const fingerprint = () => {
  const hash = createHash('sha256')
  const files = inputs
    .map((input) => join(root, input))
    .filter((path) => existsSync(path))
    .flatMap(filesAt)
  for (const file of files.filter((path) => !/\.test\.tsx?$/.test(path)).sort())
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

const advice =
  'nothing was changed; mend it, or put it back with git. What an owner changes belongs into shop.settings.json, which needs no build.'

const notBuilt = (said) => {
  const plain = stripVTControlCharacters(said).trim()
  const places = [...plain.matchAll(/(?<![\w/.-])([\w-][\w./-]*\.(?:tsx?|js|json|css)):(\d+):(\d+)/g)]
  const place = places.find(([, file]) => !file.startsWith('node_modules/') && existsSync(join(root, file)))
  if (place === undefined)
    return new NotReady(`The shop could not be built (npm run build shows why): ${advice}`, plain)
  const [, file, line, column] = place
  const where = `${file} has a fault at line ${line}, column ${column}`
  return new NotReady(`The shop could not be built, for ${where} (npm run build shows it): ${advice}`, plain)
}

export const built = {
  isReady() {
    try {
      return readFileSync(join(root, folder, stamp), 'utf8') === fingerprint()
    } catch {
      return false
    }
  },
  make: () =>
    replaceFolder(folder, async (beside) => {
      console.log('Building ...')
      const madeFrom = fingerprint()
      const cli = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs')
      const options = {
        cwd: root,
        env: { ...process.env, NO_COLOR: '1', NODE_ENV: 'production', BUILD_DIRECTORY: join(beside, folder) },
      }
      await promisify(execFile)(pinnedNode(), [cli, 'build', '--logLevel', 'warn'], options).catch(
        (error) => {
          throw notBuilt(`${error.stdout}\n${error.stderr}`)
        },
      )
      writeFileSync(join(beside, folder, stamp), madeFrom)
    }),
}

/** What has to be there before the shop or a command runs: nothing is made when a build stands and has what it runs with. */
export const readyToRun = {
  isReady: () => built.isReady() && (packages.isReady() || hasPackagesToRun()),
  async make() {
    for (const part of [packages, built]) if (!part.isReady()) await part.make()
  },
}
