import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fieldsOf } from '../../app/kernel/json.ts'
import { freePort } from '../support/free-port.ts'

const browser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
const longestWaitMs = 10_000

/** A window of WebKit, steered by the protocol of WebDriver. Its least width is about 450 px. */
export interface WebKitWindow {
  go(path: string): Promise<void>
  /** The value of an expression in the page. */
  read(expression: string): Promise<unknown>
  /** Waits until an expression in the page is true; throws with `what` after ten seconds. */
  until(what: string, expression: string): Promise<void>
  /** Presses the visible button, link or summary with this text. */
  press(text: string): Promise<void>
  type(selector: string, text: string): Promise<void>
  close(): Promise<void>
}

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

const isReady = async (base: string): Promise<boolean> => {
  try {
    return fieldsOf(await asked(base, 'GET', '/status')).ready === true
  } catch {
    return false
  }
}

const pressable = `(text) => [...document.querySelectorAll('button, a, summary, label')].find((each) =>
  each.textContent.replaceAll(/\\s/g, '').includes(text) && each.getClientRects().length > 0 && !each.disabled)`

/** Opens a window on `origin`; throws when WebKit or Xvfb is not installed (Debian: webkit2gtk-driver, xvfb). */
export const openWebKit = async (origin: string): Promise<WebKitWindow> => {
  const display = `:${100 + (process.pid % 400)}`
  const screen = await started('Xvfb', [display, '-screen', '0', '1400x1000x24'], display)
  const port = await freePort()
  const driver = await started('WebKitWebDriver', [`--port=${port}`], display)
  const base = `http://127.0.0.1:${port}`
  const deadline = Date.now() + longestWaitMs
  while (!(await isReady(base)) && Date.now() < deadline) await sleep(100)
  const options = { binary: browser, args: ['--automation'] }
  const capabilities = {
    alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options },
  }
  const session = `/session/${textOf(await asked(base, 'POST', '/session', { capabilities }), 'sessionId')}`
  const call = (path: string, body: object = {}) => asked(base, 'POST', `${session}${path}`, body)
  await call('/window/rect', { x: 0, y: 0, width: 375, height: 800 })
  const run = (script: string, args: readonly unknown[] = []) => call('/execute/sync', { script, args })
  const read = (expression: string) => run(`return (${expression})`)
  const until = async (what: string, expression: string) => {
    const end = Date.now() + longestWaitMs
    while ((await read(expression)) !== true) {
      if (Date.now() > end) throw new Error(`${what}: not so after ten seconds`)
      await sleep(100)
    }
  }
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
      driver.kill()
      screen.kill()
    },
  }
}
