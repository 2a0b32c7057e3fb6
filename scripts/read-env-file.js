// Imported before the shop and its commands: the settings in .env of the project's folder count where the environment has
// none of that name. The tests start both without this, so that nobody's own file changes what they find.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { root } from './get-ready.js'

const file = join(root, '.env')

const textOf = () => {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    if (error.code === 'ENOENT') return ''
    console.error(`${file} cannot be read (${error.code}).`)
    return process.exit(1)
  }
}

for (const [name, value] of Object.entries(parseEnv(textOf()))) process.env[name] ??= value
