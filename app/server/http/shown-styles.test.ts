import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createShownStyles } from './shown-styles.ts'

const shown = (
  sheet: string,
  html = '<html><body class="a_1 b_1"><dialog class="d_1"></dialog></body></html>',
) => createShownStyles(sheet)(html).text

test('W68: a page gets the rules whose classes it has, in the order of the sheet, and those without a class', () => {
  const sheet = 'h1{margin:0}.b_1{x:1}.c_1{x:2}.a_1 .b_1,.c_1 .b_1{x:3}.a_1{x:4}.a_1 h2.c_1{x:5}'
  expect(shown(sheet)).toBe('h1{margin:0}.b_1{x:1}.a_1 .b_1{x:3}.a_1{x:4}')
})

test('W68: layers, queries and what a browser can do stay around their rules, and go with the last of them', () => {
  const sheet =
    '@layer a,b;@layer a{@media (width>=1px){.a_1{x:1}.c_1{x:2}}@supports not (x:1){.c_1{x:3}}}@container (width<=1px){.b_1{x:4}}'
  expect(shown(sheet)).toBe(
    '@layer a,b;@layer a{@media (width>=1px){.a_1{x:1}}}@container (width<=1px){.b_1{x:4}}',
  )
})

test.each([
  ['a class within brackets, which may hold without it', '.a_1:not(.c_1){x:1}'],
  ['a state within brackets, which may hold at once', 'a[href=\\#main]:not(:focus){x:1}'],
  ['a brace and a comma within a string', '.a_1:before{content:"}{,;"}'],
  ['an escaped brace', '.a_1[id=\\{]{x:1}'],
  ['a list within brackets', '.a_1:is(h1,.c_1){x:1}'],
  ['a motion, whose end is seen', '@media (prefers-reduced-motion:reduce){.a_1{x:1}}'],
  ['what is not a rule', '@font-face{x:1}'],
])('W68: kept whole: %s', (_, sheet) => {
  expect(shown(`${sheet}.c_1{x:2}`)).toBe(sheet)
})

test.each([
  ['for a pointer', '.a_1:hover{x:1}'],
  ['for the keyboard', '.a_1:focus-visible,:focus-within{x:1}'],
  ['for a press', '.a_1:active{x:1}'],
  ['for what opens', '.a_1:popover-open{x:1}.a_1::backdrop{x:1}'],
  ['for a dialog, which is closed', '.d_1{x:1}'],
  ['for paper', '@media print{.a_1{x:1}}@page{margin:1px}'],
  ['for forced colours', '@media (forced-colors:active){.a_1{x:1}}'],
])('W68: comes later with the whole sheet: a rule %s', (_, sheet) => {
  expect(shown(`${sheet}.b_1{x:2}`)).toBe('.b_1{x:2}')
})

test('W68: a motion that a rule names comes with it', () => {
  const sheet =
    '.a_1{animation:1s go_1}.c_1{animation:1s gone_1}@keyframes go_1{0%{x:1}to{x:2}}@keyframes gone_1{0%{x:1}}'
  expect(shown(sheet)).toBe('.a_1{animation:1s go_1}@keyframes go_1{0%{x:1}to{x:2}}')
})

test('W68: the hash is that of the text; pages with the same classes share both, however many others were asked for', () => {
  const styles = createShownStyles(Array.from({ length: 200 }, (_, at) => `.c${at}_1{x:${at}}`).join(''))
  const first = styles('<p class="c0_1 c1_1"></p><p class="c2_1 other"></p>')
  expect(first.hash).toBe(`sha256-${createHash('sha256').update(first.text).digest('base64')}`)
  expect(styles('<p class="c2_1"></p><p class="unknown c1_1 c0_1"></p>')).toBe(first)
  for (let at = 3; at < 200; at += 1) {
    styles(`<p class="c${at}_1"></p>`)
    expect(styles('<p class="c0_1 c1_1 c2_1"></p>')).toBe(first)
  }
  expect(styles('<p class="c3_1"></p>').text).toBe('.c3_1{x:3}')
})
