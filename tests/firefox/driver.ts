import { existsSync } from 'node:fs'
import puppeteer, { type ElementHandle } from 'puppeteer-core'
import type { Program } from '../../scripts/programs-for-tests.js'
import type { Turn } from '../support/sight.ts'
import { waitFor } from '../support/wait-for.ts'
import { type BrowserWindow, pressable, pressBy } from '../support/walk-in-browser.ts'

const program = '/usr/bin/firefox-esr'
const longestWaitMs = 10_000

/** What the walk needs, for `ensurePrograms`. */
export const firefox: Program = {
  name: 'Firefox',
  packages: ['firefox-esr'],
  isThere: () => existsSync(program),
}

export interface FirefoxWindow extends BrowserWindow {
  /** A new window of this width in place of the present one, without its storage and cookies. */
  beNewVisitor(width: number): Promise<void>
  /** Back to the document before this one, as it was kept. Puppeteer's own Back waits for a load, which never comes. */
  back(): Promise<void>
}

/** A hidden window of Firefox on `origin`, steered over WebDriver BiDi; needs `firefox`. */
export const openFirefox = async (origin: string): Promise<FirefoxWindow> => {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: program, headless: true })
  let context = await browser.createBrowserContext()
  let page = await context.newPage()
  const read = (expression: string) => page.evaluate(`(${expression})`)
  const until = (what: string, expression: string) =>
    waitFor(what, longestWaitMs, async () => {
      // While it goes to another page it has none that could answer.
      const is = await read(expression).catch((error: unknown) =>
        Promise.reject(new TypeError(String(error))),
      )
      return is === true
    })
  const found = async (what: string, expression: string): Promise<ElementHandle<Element>> => {
    await until(`${what} is there`, `(${expression}) instanceof Element`)
    const element = (await page.evaluateHandle(`(${expression})`)).asElement()
    if (element === null) throw new Error(`${what} is gone again`)
    return element as ElementHandle<Element>
  }
  const turnWheel = async ({ from, by }: Turn) => {
    await page.mouse.move(from.x, from.y)
    await page.mouse.wheel({ deltaX: by.x, deltaY: by.y })
  }
  return {
    read,
    until,
    go: async (path) => {
      await page.goto(new URL(path, origin).href)
    },
    press: async (text, within = 'body') => {
      const element = pressable(text, within)
      await found(`「${text}」`, element)
      await pressBy({ read, turnWheel, click: ({ x, y }) => page.mouse.click(x, y) }, element)
    },
    type: async (selector, text) => {
      await (await found(selector, `document.querySelector(${JSON.stringify(selector)})`)).type(text)
    },
    beNewVisitor: async (width) => {
      await context.close()
      context = await browser.createBrowserContext()
      page = await context.newPage()
      await page.setViewport({ width, height: 800 })
    },
    back: async () => {
      const from = await read('location.href')
      await read('void setTimeout(() => history.back())')
      await until('the page before', `location.href !== ${JSON.stringify(from)}`)
    },
    close: () => browser.close(),
  }
}
