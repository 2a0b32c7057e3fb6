import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NotReady, replaceFolder, root } from './get-ready.js'
import { pinnedNode } from './install-when-missing.js'
import { runChild } from './run-child.js'

const inputs = [
  'app',
  'db',
  'payment-simulator',
  'public',
  'scripts/compress-assets.js',
  'scripts/source-aliases.js',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'shop.settings.ts',
  'tsconfig.json',
]
const folder = 'build'
const stamp = '.built-from'

const filesBelow = (path) => {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => filesBelow(join(path, entry.name)))
}

/** A fingerprint of everything that the build is made of: its files' names and contents, tests left aside. */
const fingerprint = () => {
  const hash = createHash('sha256')
  const files = inputs
    .map((input) => join(root, input))
    .filter((path) => existsSync(path))
    .flatMap(filesBelow)
  for (const file of files.filter((path) => !/\.test\.tsx?$/.test(path)).sort())
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/** The built shop, made of the very files that are here now. */
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
      const status = await runChild(pinnedNode(), [cli, 'build', '--logLevel', 'warn'], {
        cwd: root,
        env: { ...process.env, NODE_ENV: 'production', BUILD_DIRECTORY: join(beside, folder) },
      })
      if (status !== 0)
        throw new NotReady(
          'The shop could not be built, and nothing was changed: the lines above name the file and the place of the fault. What an owner changes belongs into shop.settings.json, which needs no build.',
        )
      writeFileSync(join(beside, folder, stamp), madeFrom)
    }),
}
