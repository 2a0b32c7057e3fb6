import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root } from './install-when-missing.js'

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
const stamp = join(root, 'build', '.built-from')

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

/** Builds the app unless the present build was made of the very same files. */
export async function ensureBuilt() {
  const now = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  console.log('Building ...')
  const cli = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs')
  execFileSync(pinnedNode(), [cli, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  writeFileSync(stamp, now)
}
