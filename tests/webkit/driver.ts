import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fieldsOf } from '../../app/kernel/json.ts'
import type { Program } from '../../scripts/programs-for-tests.js'
import { freePort } from '../support/free-port.ts'
import type { Point, Turn } from '../support/sight.ts'
import { waitFor } from '../support/wait-for.ts'
import { type BrowserWindow, pressable, pressBy } from '../support/walk-in-browser.ts'

const python = '/usr/bin/python3'
const window = fileURLToPath(new URL('window.py', import.meta.url))
const libraries = '/usr/lib'
const knowsWebKit = (): boolean =>
  existsSync(libraries) &&
  readdirSync(libraries).some((machine) =>
    existsSync(join(libraries, machine, 'girepository-1.0/WebKit2-4.1.typelib')),
  )

/** What the walk needs, for `ensurePrograms`. */
export const webkit: Program = {
  name: 'WebKit',
  packages: ['webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-webkit2-4.1'],
  isThere: () =>
    ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb', python, '/usr/lib/python3/dist-packages/gi'].every((path) =>
      existsSync(path),
    ) && knowsWebKit(),
}

export interface WebKitSettings {
  /** Features that it shall not have, by WebKit's names for them. */
  readonly without?: readonly string[]
  /** Runs before the scripts of every page. */
  readonly before?: string
  /** Letters are under way until Enter, as kana are; `window.py` has its few words. */
  readonly hasInputMethod?: boolean
}

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
const longestWaitMs = 10_000

const asked = async (base: string, method: string, path: string, body?: object): Promise<unknown> => {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(`${base}${path}`, { method, ...sent })
  const { value } = fieldsOf(await response.json())
  if (!response.ok) throw new Error(`WebDriver: ${method} ${path}: ${JSON.stringify(value)}`)
  return value
}

const textOf = (value: unknown, name: string): string => {
  const found = fieldsOf(value)[name]
  if (typeof found !== 'string') throw new Error(`WebDriver gave no ${name}`)
  return found
}

const environmentOn = (display: string) => ({
  ...process.env,
  DISPLAY: display,
  LANG: 'C.UTF-8',
  TZ: 'Asia/Tokyo',
  // Neither a graphics card nor a compositor is there.
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  LIBGL_ALWAYS_SOFTWARE: '1',
})

const started = async (child: ChildProcess): Promise<ChildProcess> => {
  await once(child, 'spawn')
  return child
}

/** A screen that draws nowhere, with its name, such as `:99`, of which it has looked for a free one. */
const startScreen = async (): Promise<{ readonly screen: ChildProcess; readonly display: string }> => {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await started(screen)
  const ended = once(screen, 'exit').then(() => Promise.reject(new Error('Xvfb ended')))
  const [said] = await Promise.race([once(screen.stdout, 'data'), ended])
  return { screen, display: `:${String(said).trim()}` }
}

const isReady = async (base: string): Promise<boolean> =>
  fieldsOf(await asked(base, 'GET', '/status')).ready === true

/** A window on `origin` of the WebKit that `base` steers. */
const windowOf = async (
  base: string,
  origin: string,
  { without = [], before = '', hasInputMethod = false }: WebKitSettings,
  end: () => void,
): Promise<BrowserWindow> => {
  await waitFor('WebKitWebDriver', longestWaitMs, () => isReady(base))
  const args = [
    window,
    ...without.map((feature) => `--without=${feature}`),
    ...(before === '' ? [] : [`--before=${before}`]),
    ...(hasInputMethod ? ['--input-method'] : []),
  ]
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { binary: python, args } } }
  const session = `/session/${textOf(await asked(base, 'POST', '/session', { capabilities }), 'sessionId')}`
  const call = (path: string, body: object = {}) => asked(base, 'POST', `${session}${path}`, body)
  const run = (script: string, args: readonly unknown[] = []) => call('/execute/sync', { script, args })
  const read = (expression: string) => run(`return (${expression})`)
  const until = (what: string, expression: string) =>
    waitFor(what, longestWaitMs, async () => (await read(expression)) === true)
  const act = (type: string, id: string, actions: readonly object[]) =>
    call('/actions', { actions: [{ type, id, actions }] })
  let wheels = 0
  const turnWheel = async ({ from, by }: Turn) => {
    const place = { x: Math.round(from.x), y: Math.round(from.y), origin: 'viewport' }
    const [deltaX, deltaY] = [Math.round(by.x), Math.round(by.y)]
    // WebKit turns a wheel by the difference to its last turn: so each turn is that of a new wheel.
    wheels += 1
    await act('wheel', `wheel ${wheels}`, [{ type: 'scroll', ...place, deltaX, deltaY, duration: 0 }])
  }
  const click = async ({ x, y }: Point) => {
    const move = {
      type: 'pointerMove',
      x: Math.round(x),
      y: Math.round(y),
      origin: 'viewport',
      duration: 0,
    }
    await act('pointer', 'mouse', [
      move,
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ])
  }
  return {
    read,
    until,
    go: async (path) => {
      await call('/url', { url: `${origin}${path}` })
    },
    press: async (text, within = 'body') => {
      const found = pressable(text, within)
      await until(`「${text}」 is there`, `${found} !== undefined`)
      await pressBy({ read, turnWheel, click }, found)
    },
    type: async (selector, text) => {
      await until(`${selector} is there`, `document.querySelector(${JSON.stringify(selector)}) !== null`)
      const element = await call('/element', { using: 'css selector', value: selector })
      await call(`/element/${textOf(element, elementKey)}/value`, { text })
    },
    close: async () => {
      await asked(base, 'DELETE', session).catch(() => {})
      end()
    },
  }
}

/**
 * Opens a window on `origin` with the screen of a small phone, 375 x 667 px; needs `webkit`. What it has started ends with `close`, or when
 * it throws.
 */
export const openWebKit = async (origin: string, settings: WebKitSettings = {}): Promise<BrowserWindow> => {
  const children: ChildProcess[] = []
  const end = () => {
    for (const child of children.toReversed()) child.kill()
  }
  try {
    const { screen, display } = await startScreen()
    children.push(screen)
    const port = await freePort()
    const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
      stdio: 'ignore',
      env: environmentOn(display),
    })
    children.push(await started(driver))
    return await windowOf(`http://127.0.0.1:${port}`, origin, settings, end)
  } catch (error) {
    end()
    throw error
  }
}
