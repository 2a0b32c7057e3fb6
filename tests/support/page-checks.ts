import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { type ConfigData, HtmlValidate } from 'html-validate'

/** Half-way through a fade every colour is too pale. */
const settled = (page: Page) =>
  page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))

/** For axe the bar at the lower edge stands at the page's end: what it covers comes out as the page is scrolled. */
const setBarSticking = (page: Page, sticks: boolean) =>
  page.evaluate((isSticky) => {
    for (const bar of document.querySelectorAll<HTMLElement>('footer + nav'))
      bar.style.position = isSticky ? '' : 'static'
  }, sticks)

/** WCAG 2.2 AA and the usual good practice. */
export const expectNoAxeViolations = async (page: Page): Promise<void> => {
  await settled(page)
  await setBarSticking(page, false)
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  await setBarSticking(page, true)
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
  )
  expect(found).toEqual([])
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
  // A title is cut by the search engine where it needs to; Japanese ones are short anyway.
  'long-title': 'off',
  // A number that is copied needs its plain hyphens.
  'tel-non-breaking': 'off',
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
