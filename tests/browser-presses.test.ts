import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import {
  isNode,
  type Node,
  readSources,
  type SourceFile,
  sourceFile,
  visit,
} from './support/architecture/source-file.ts'

/** Functions of browser tests that press otherwise than `press`, or scroll by script, and why. */
const otherwise: Readonly<Record<string, string>> = {
  tapWithoutPause: 'sixty presses in the time of one, while the scripts take the page over',
  tickAll: 'hundreds of boxes, of which other tests tick some by hand',
  pressAt: 'two tabs in the same millisecond',
  standAtEdge: 'to the pixel, where what is said or covered is looked at',
  picturesOf: 'pictures that load when they come near; none is pressed',
  bytesOfFirstVisit: 'pictures that load when they come near; none is pressed',
}

const presses = /^(click|dblclick|tap|check|uncheck|setChecked)$/

const isOfBrowser = ({ path, imports }: SourceFile) =>
  /^tests\/(e2e|support)\//.test(path) &&
  path !== 'tests/support/press.ts' &&
  imports.some(({ target }) => target === '@playwright/test' || target === 'tests/e2e/fixtures.ts')

const argumentsOf = (call: Node) => (Array.isArray(call.arguments) ? call.arguments.filter(isNode) : [])

/** Whether the call presses in a way that a person could not, or scrolls to an element, which then need not be one that she can reach. */
const isOtherPress = (call: Node): boolean => {
  if (call.type !== 'CallExpression' || !isNode(call.callee) || call.callee.type !== 'MemberExpression')
    return false
  const { object, property } = call.callee
  if (!isNode(property) || !isNode(object)) return false
  const [first] = argumentsOf(call)
  // The place is the test's own.
  if (isNode(object.property) && /^(mouse|touchscreen)$/.test(String(object.property.name))) return false
  if (/^scrollIntoView/.test(String(property.name))) return true
  if (property.name === 'dispatchEvent') return first?.value === 'click'
  const isForced = argumentsOf(call).some(
    (given) =>
      given.type === 'ObjectExpression' &&
      Array.isArray(given.properties) &&
      given.properties.some(({ key }) => isNode(key) && key.name === 'force'),
  )
  return isForced || presses.test(String(property.name))
}

const otherPresses = (file: SourceFile): string[] => {
  const allowed: Node[] = []
  visit(file.program, (node) => {
    if (node.type === 'VariableDeclarator' && isNode(node.id) && String(node.id.name) in otherwise)
      allowed.push(node)
  })
  const found: string[] = []
  visit(file.program, (node) => {
    const [from, to] = [Number(node.start), Number(node.end)]
    const isAllowed = allowed.some(({ start, end }) => Number(start) <= from && to <= Number(end))
    if (isOtherPress(node) && !isAllowed)
      found.push(`${file.path}:${file.text.slice(0, from).split('\n').length} ${file.text.slice(from, to)}`)
  })
  return found
}

test('browser tests press by press(), and scroll to it by wheel or finger, as a thumb does (docs/decisions/0163)', () => {
  const files = readSources(fileURLToPath(new URL('..', import.meta.url))).filter(isOfBrowser)
  expect(files.length).toBeGreaterThan(50)
  expect(files.flatMap(otherPresses)).toEqual([])
})

test.each([
  'await press(buy)',
  "await field.press('Enter')",
  'await page.mouse.click(20, 700)',
  'await page.touchscreen.tap(20, 700)',
  "await field.dispatchEvent('keydown')",
  'rm(folder, { recursive: true, force: true })',
  'await reach(buy)',
  'await page.evaluate(() => scrollTo(0, 0))',
  "const standAtEdge = () => send.evaluate((node) => node.scrollIntoView({ block: 'end' }))",
  'const tapWithoutPause = () => page.evaluate(() => button.click())',
])('good: %s', (text) => {
  expect(otherPresses(sourceFile('tests/e2e/a.spec.ts', text))).toEqual([])
})

test.each([
  'await buy.click()',
  'await buy.tap()',
  'await box.check()',
  'await box.uncheck()',
  'await box.setChecked(true)',
  'await buy.dblclick()',
  'await buy?.click()',
  "await buy.dispatchEvent('click')",
  'await menu.hover({ force: true })',
  'await buy.scrollIntoViewIfNeeded()',
  "await buy.evaluate((node) => node.scrollIntoView({ block: 'end' }))",
  'await page.evaluate(() => buy?.scrollIntoView())',
  'await page.evaluate(() => button.click())',
  'const tapOften = () => page.evaluate(() => button.click())',
])('bad: %s', (text) => {
  expect(otherPresses(sourceFile('tests/e2e/a.spec.ts', text))).toHaveLength(1)
})
