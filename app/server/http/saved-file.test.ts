import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../tests/support/any-character.ts'
import { savedAs } from './files.ts'

const nameIn = (disposition: string) => decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')

test.each([
  ['はじめての巾着', 'はじめての巾着.pdf'],
  ["Mom's bag (v2)*", "Mom's bag (v2).pdf"],
  ['../../etc/passwd', 'etc passwd.pdf'],
  ['型紙\r\nX-Evil: 1\u0000', '型紙 X-Evil 1.pdf'],
  ['型紙\u202efdp.exe', '型紙 fdp.exe.pdf'],
  ['  .隠れた. ', '隠れた.pdf'],
  ['100%の綿 "花"', '100 の綿 花.pdf'],
  ['長'.repeat(100), `${'長'.repeat(60)}.pdf`],
  ['👩‍👧‍👦'.repeat(61), `${'👩‍👧‍👦'.repeat(60)}.pdf`],
])('R8: a recipe called %j is saved as %s', (title, name) => {
  expect(nameIn(savedAs(title))).toBe(name)
  expect(savedAs(title)).toMatch(/^attachment; filename="download\.pdf"; filename\*=UTF-8''[\w%.~!-]+$/)
})

test.each(['', ' ', '...', '\u202e', '"/"'])('R8: %j leaves the name to the browser', (title) => {
  expect(savedAs(title)).toBe('attachment')
})

test('R8: whatever the title, the header is one line of plain characters, and ends in .pdf', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (title) => {
      const header = savedAs(title)
      expect(header).toMatch(/^attachment(?:; filename="download\.pdf"; filename\*=UTF-8''[\w%.~!-]+\.pdf)?$/)
      expect(nameIn(header)).not.toMatch(/[\\/:*?"<>|\p{Cc}\p{Bidi_Control}]/u)
    }),
  )
})
