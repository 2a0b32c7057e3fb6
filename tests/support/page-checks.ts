import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { type ConfigData, HtmlValidate } from 'html-validate'
import { root } from '../../scripts/install-when-missing.js'

declare global {
  interface Window {
    /** Set on pages that were checked. */
    axe: typeof axe
  }
}

/** WCAG 2.2 AA and the usual good practice. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Of the package's two texts the one that a page reads in half the processor time. */
const axeSource = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8')

const isLoaded = () => 'axe' in window

/**
 * Waits for animations, as colours are too pale during a fade. For axe the bars that stay over the page are moved to
 * its start and end: what they cover can be scrolled into view.
 */
const violations = async (asked: readonly string[]): Promise<readonly string[]> => {
  // The end of one begins another: a button of a page that has been read again gets its colour back.
  const running = () => document.getAnimations().filter(({ playState }) => playState === 'running')
  // Frame by frame: in Chromium the promise of a transition during which a download begins is never settled.
  while (running().length > 0) await new Promise((resolve) => requestAnimationFrame(resolve))
  const bars = [
    ...document.querySelectorAll<HTMLElement>(
      'header, footer + nav, :has(> main) + nav, main + nav, main form > div, [data-bottom-bar], [data-buy-bar]',
    ),
  ].filter((bar) => getComputedStyle(bar).position === 'sticky')
  for (const bar of bars) bar.style.position = 'static'
  const { violations: found } = await window.axe.run(document, {
    runOnly: { type: 'tag', values: [...asked] },
    resultTypes: ['violations'],
  })
  for (const bar of bars) bar.style.position = ''
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
  )
}

/** Axe is loaded once per page. */
export const expectNoAxeViolations = async (page: Page): Promise<void> => {
  if (!(await page.evaluate(isLoaded))) await page.evaluate(axeSource)
  expect(await page.evaluate(violations, tags)).toEqual([])
}

const rules: NonNullable<ConfigData['rules']> = {
  // How React writes HTML: upper-case doctype, `charSet`, closed void elements, boolean attributes with an empty value.
  'doctype-style': 'off',
  'attr-case': 'off',
  'void-style': 'off',
  'attribute-boolean-style': 'off',
  'attribute-empty-style': 'off',
  'no-trailing-whitespace': 'off',
  // As HTML has it: React's own begin with an underscore.
  'valid-id': ['error', { relaxed: true }],
  // Scripts and styles come from our own origin alone.
  'require-sri': 'off',
  // Search engines cut titles themselves; Japanese ones are short anyway.
  'long-title': 'off',
  // A number that is copied needs its plain hyphens.
  'tel-non-breaking': 'off',
  // A list of the desk says that it is a table: the styles of its phone take the table's display away.
  'no-redundant-role': 'off',
  // The marks of a list are one field with several values.
  'form-dup-name': ['error', { shared: ['radio', 'button', 'reset', 'submit', 'checkbox'] }],
}

export const expectValidHtml = async (html: string): Promise<void> => {
  const validate = new HtmlValidate({ extends: ['html-validate:recommended'], rules })
  const { results } = await validate.validateString(html)
  const found = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
  )
  expect(found).toEqual([])
}

/** The `sha256-…` sources that a page's policy names, beside `'self'`. */
export const scriptSources = (policy: string): string[] => {
  const directive = policy.split('; ').find((part) => part.startsWith('script-src ')) ?? ''
  return directive.split(' ').slice(1)
}

/** Sums of layout shifts: without a tap, as browsers count them, and including those within half a second of a tap. */
export const countShifts = (page: Page) =>
  page.addInitScript(() => {
    const add = (sum: string, value: number) =>
      Reflect.set(window, sum, Number(Reflect.get(window, sum)) + value)
    for (const sum of ['shifted', 'moved', 'shiftedWhole']) Reflect.set(window, sum, 0)
    // The frame after the document's last part is the first that shows the whole of it.
    const wholeFrame = () =>
      requestAnimationFrame((at) => requestAnimationFrame(() => Reflect.set(window, 'wholeAt', at)))
    document.addEventListener('DOMContentLoaded', wholeFrame)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        add('moved', Number(Reflect.get(entry, 'value')))
        if (Reflect.get(entry, 'hadRecentInput')) continue
        add('shifted', Number(Reflect.get(entry, 'value')))
        const wholeAt = Reflect.get(window, 'wholeAt')
        if (typeof wholeAt === 'number' && entry.startTime > wholeAt)
          add('shiftedWhole', Number(Reflect.get(entry, 'value')))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Since the page was loaded; below 0.05 it is not noticed. */
export const shifted = (page: Page) => page.evaluate(() => Number(Reflect.get(window, 'shifted')))

/** Since the whole document was painted: a busy machine also paints half of a document, whose rest moves what stands at its end. */
export const shiftedWhole = (page: Page) => page.evaluate(() => Number(Reflect.get(window, 'shiftedWhole')))

/** Since the page was loaded, including shifts after a tap. */
export const moved = (page: Page) => page.evaluate(() => Number(Reflect.get(window, 'moved')))
