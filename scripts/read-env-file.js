// Imported before the shop and its commands, not by tests: reads the project's .env; the environment takes precedence.
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
