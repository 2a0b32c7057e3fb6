import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { root } from '../../scripts/install-when-missing.js'

/**
 * V8's compile cache of the shop and of our sources: a second start takes half the processor time.
 * A process that is killed leaves it there by `flushCompileCache`.
 */
export const compiledFolder = join(root, '.cache', 'compiled-for-tests')

export type SourceProcess = ChildProcessByStdio<null, Readable, null>

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Bundled in a whole run (`programs-of-a-run.ts`), otherwise from its sources. */
const toRun = (program: string): string[] => {
  const bundled = process.env.TEST_PROGRAMS
  return bundled === undefined
    ? ['--import', here('./source-aliases.js'), here(`./${program}.ts`)]
    : [join(bundled, `${program}.js`)]
}

/** Runs a program of this folder; `options` are its `--name value`, without those that are undefined. */
export const startSource = (
  program: `${string}-child`,
  words: readonly string[],
  options: Readonly<Record<string, string | number | undefined>>,
): SourceProcess => {
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  )
  const args = [...toRun(program), ...words, ...given]
  const env = { ...process.env, NODE_COMPILE_CACHE: compiledFolder }
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env })
}
