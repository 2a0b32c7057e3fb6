import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { partsOfSheet } from '../../../scripts/page-styles.js'
import { createShownStyles, sheetParts } from './shown-styles.ts'

const createStyles = (sheet: string) =>
  createShownStyles(sheetParts.parse(JSON.parse(JSON.stringify(partsOfSheet(sheet)))))

const shown = (
  sheet: string,
  html = '<html><body class="a_1 b_1"><h1></h1><h2></h2><a href="#main"></a><dialog class="d_1"></dialog></body></html>',
) => createStyles(sheet)(html).text

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

test('W68: layers whose rules all wait keep their place among the others', () => {
  expect(shown('@layer a{.c_1{x:1}}@layer b{@media print{.a_1{x:2}}}@layer c{.a_1{x:3}}')).toBe(
    '@layer a;@layer b;@layer c{.a_1{x:3}}',
  )
})

test.each([
  ['a class within brackets, which may hold without it', '.a_1:not(.c_1){x:1}'],
  ['a state within brackets, which may hold at once', 'a[href=\\#main]:not(:focus){x:1}'],
  ['a brace and a comma within a string', '.a_1:before{content:"}{,;"}'],
  ['an escaped brace', '.a_1:not([id=\\{]){x:1}'],
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
  ['for a dialog, which is closed', '.d_1{x:1}dialog{x:1}'],
  ['for an element that it does not have', '.a_1 h3{x:1}h3{x:1}'],
  [
    'for an attribute that no element has',
    '.a_1[hidden]{x:1}[data-busy=true] .a_1{x:1}.a_1[href]:not(h1)[type="text"]{x:1}',
  ],
  ['for what something would have to hold', ':root:has(.c_1){x:1}.a_1:has(>h3){x:1}'],
  ['for paper', '@media print{.a_1{x:1}}@page{margin:1px}'],
  ['for forced colours', '@media (forced-colors:active){.a_1{x:1}}'],
  [
    'of how the pointer looks and of how something changes',
    '.a_1{cursor:pointer;transition:x .2s;transition-delay:1s}',
  ],
])('W68: comes later with the whole sheet: a rule %s', (_, sheet) => {
  expect(shown(`${sheet}.b_1{x:2}`)).toBe('.b_1{x:2}')
})

test.each([
  [
    'its attributes, without a value and with one',
    'h1[hidden]{x:1}[type=text]{x:2}[type="text"] a{x:3}',
    '<h1 hidden=""></h1><input type="text"/><a></a>',
  ],
  ['attributes that it may have in part', '[class^=a]{x:1}[title="a b"]{x:2}', ''],
  ['attributes that the first script of a page sets', 'img[data-failed]{x:1}[aria-busy=true]{x:2}', '<img/>'],
  [
    'elements in capitals and in small letters',
    'linearGradient{x:1}img[srcset]{x:2}',
    '<linearGradient></linearGradient><img srcSet="a"/>',
  ],
  ['what something holds', '.a_1:has(>h1){x:1}:root:has(.b_1) .a_1{x:2}', '<p class="a_1 b_1"><h1></h1></p>'],
  [
    'what is open',
    'dialog p{x:1}details b{x:2}.b_1{x:3}',
    '<dialog open=""><p></p></dialog><details open=""><summary></summary><b class="b_1"></b></details>',
  ],
  [
    'what leads to it',
    'summary .a_1{x:1}.b_1{x:2}',
    '<details><summary><b class="a_1"></b></summary><i></i></details><p class="b_1"></p>',
  ],
])('W68: a page gets the rules for %s', (_, sheet, html) => {
  expect(shown(`${sheet}.c_1{x:4}`, html)).toBe(sheet)
})

test('W68: a rule comes without how its pointer looks and how it changes', () => {
  expect(shown('.a_1{x:1;cursor:pointer;transition:x .2s;y:2}')).toBe('.a_1{x:1;y:2}')
})

test('W68: what a popover that is a dialog holds gets its rules with the whole sheet, but for what hides it where popovers are unknown', () => {
  const question =
    '<div id="a" popover="auto" role="dialog" class="a_1"><p class="b_1"></p></div><p class="c_1"></p>'
  const hides = '@supports not selector(:popover-open){[popover][role=dialog]:not(:target){x:0}}'
  const sheet = `${hides}.a_1{x:1}.b_1{x:2}.c_1{x:3}`
  expect(shown(sheet, question)).toBe(`${hides}.c_1{x:3}`)
  // Filters stand beside a wide list.
  expect(shown(sheet, question.replace(' role="dialog"', ''))).toBe('.a_1{x:1}.b_1{x:2}.c_1{x:3}')
  expect(shown(sheet, question.replaceAll('div', 'nav'))).toBe(sheet)
})

test('W68: what a summary opens gets its rules with the whole sheet', () => {
  const html = '<details class="a_1"><summary></summary><p class="b_1"></p></details><p class="c_1"></p>'
  expect(shown('.a_1{x:1}.b_1{x:2}.c_1{x:3}', html)).toBe('.a_1{x:1}.c_1{x:3}')
})

test('W68: of the properties of all pages it gets those that its rules use, and those that these use', () => {
  const sheet =
    '@layer t{:root{--a:1px;--b:min(var(--a), 2px);--c:3px;--d:"a;b";color-scheme:light}@media (width>=1px){:root{--a:4px;--c:5px}}}'
  expect(shown(`${sheet}.a_1{x:var(--b)}.c_1{x:var(--c)}`)).toBe(
    '@layer t{:root{--a:1px;--b:min(var(--a), 2px);color-scheme:light}@media (width>=1px){:root{--a:4px}}}.a_1{x:var(--b)}',
  )
  expect(shown('@media (width>=1px){:root{--c:5px}}.a_1{x:1}')).toBe('.a_1{x:1}')
})

test('W68: a motion that a rule names comes with it', () => {
  const sheet =
    '.a_1{animation:1s go_1}.c_1{animation:1s gone_1}@keyframes go_1{0%{x:1}to{x:2}}@keyframes gone_1{0%{x:1}}'
  expect(shown(sheet)).toBe('.a_1{animation:1s go_1}@keyframes go_1{0%{x:1}to{x:2}}')
})

test('W68: the hash is that of the text; pages with the same classes share both, however many others were asked for', () => {
  const styles = createStyles(Array.from({ length: 200 }, (_, at) => `.c${at}_1{x:${at}}`).join(''))
  const first = styles('<p class="c0_1 c1_1"></p><p class="c2_1 other"></p>')
  expect(first.hash).toBe(`sha256-${createHash('sha256').update(first.text).digest('base64')}`)
  expect(styles('<p class="c2_1"></p><p class="unknown c1_1 c0_1"></p>')).toBe(first)
  for (let at = 3; at < 200; at += 1) {
    styles(`<p class="c${at}_1"></p>`)
    expect(styles('<p class="c0_1 c1_1 c2_1"></p>')).toBe(first)
  }
  expect(styles('<p class="c3_1"></p>').text).toBe('.c3_1{x:3}')
})
