import { expect, test } from 'vitest'
import { isSheetError } from './sheet-error.ts'

test.each([
  '#REF!',
  '#N/A',
  '#NAME?',
  '#VALUE!',
  '#DIV/0!',
  '#NUM!',
  '#NULL!',
  '#ERROR!',
  '#SPILL!',
  '#CALC!',
  '#FIELD!',
  '#BLOCKED!',
  '#CONNECT!',
  '#BUSY!',
  '#GETTING_DATA',
  '########',
  'Loading...',
  'Loading…',
  '読み込んでいます...',
  ' #REF!\n',
  '＃ＲＥＦ！',
  '#ref!',
])('P36: %j is an error of a sheet', (cell) => {
  expect(isSheetError(cell)).toBe(true)
})

test.each([
  '',
  '#1',
  '##',
  'REF',
  '#REF!の説明',
  'Loading',
  'loading dock...',
  '#赤 #REF!',
  'N/A',
  '#N/A番',
  `${'#'.repeat(41)}`,
])('P36: %j is what a person wrote', (cell) => {
  expect(isSheetError(cell)).toBe(false)
})
