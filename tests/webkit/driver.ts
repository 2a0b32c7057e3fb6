import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fieldsOf } from '../../app/kernel/json.ts'
import type { Program } from '../../scripts/programs-for-tests.js'
import { freePort } from '../support/free-port.ts'
import { waitFor } from '../support/wait-for.ts'
import { type BrowserWindow, pressable } from '../support/walk-in-browser.ts'

const libraries = '/usr/lib'
const browser = (existsSync(libraries) ? readdirSync(libraries) : [])
  .map((machine) => join(libraries, machine, 'webkit2gtk-4.1/MiniBrowser'))
  .find((path) => existsSync(path))

export const webkit: Program = {
  name: 'WebKit',
  packages: ['webkit2gtk-driver', 'xvfb'],
  isThere: () =>
    browser !== undefined && ['WebKitWebDriver', 'Xvfb'].every((name) => existsSync(join('/usr/bin', name))),
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

const started = async (program: string, args: readonly string[], display: string): Promise<ChildProcess> => {
  const child = spawn(program, args, {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      LANG: 'C.UTF-8',
      TZ: 'Asia/Tokyo',
      // Neither a graphics card nor a compositor is there.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  })
  await new Promise((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
  return child
}

const isReady = async (base: string): Promise<boolean> =>
  fieldsOf(await asked(base, 'GET', '/status')).ready === true

/** A window on `origin` of the WebKit that `base` steers. Its least width is about 450 px. */
const windowOf = async (base: string, origin: string, end: () => void): Promise<BrowserWindow> => {
  await waitFor('WebKitWebDriver', longestWaitMs, () => isReady(base))
  const options = { binary: browser, args: ['--automation'] }
  const capabilities = {
    alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options },
  }
  const session = `/session/${textOf(await asked(base, 'POST', '/session', { capabilities }), 'sessionId')}`
  const call = (path: string, body: object = {}) => asked(base, 'POST', `${session}${path}`, body)
  await call('/window/rect', { x: 0, y: 0, width: 375, height: 800 })
  const run = (script: string, args: readonly unknown[] = []) => call('/execute/sync', { script, args })
  const read = (expression: string) => run(`return (${expression})`)
  const until = (what: string, expression: string) =>
    waitFor(what, longestWaitMs, async () => (await read(expression)) === true)
  const click = async (element: unknown) => call(`/element/${textOf(element, elementKey)}/click`)
  return {
    read,
    until,
    go: async (path) => {
      await call('/url', { url: `${origin}${path}` })
    },
    press: async (text) => {
      const wanted = text.replaceAll(/\s/g, '')
      await until(`「${text}」 is there`, `(${pressable})(${JSON.stringify(wanted)}) !== undefined`)
      const script = `const found = (${pressable})(arguments[0]); found.scrollIntoView({ block: 'center' }); return found`
      await click(await run(script, [wanted]))
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

/** Opens a window on `origin`; needs `webkit`. What it has started ends with `close`, or when it throws. */
export const openWebKit = async (origin: string): Promise<BrowserWindow> => {
  const display = `:${100 + (process.pid % 400)}`
  const port = await freePort()
  const children: ChildProcess[] = []
  const end = () => {
    for (const child of children.toReversed()) child.kill()
  }
  try {
    children.push(await started('Xvfb', [display, '-screen', '0', '1400x1000x24'], display))
    children.push(await started('WebKitWebDriver', [`--port=${port}`], display))
    return await windowOf(`http://127.0.0.1:${port}`, origin, end)
  } catch (error) {
    end()
    throw error
  }
}
