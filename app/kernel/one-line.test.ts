import { expect, test } from 'vitest'
import { oneLine } from './one-line.ts'

test.each([
  ['山田 花子', '山田 花子'],
  ['悪い\r\nBcc: evil@example.com', '悪い Bcc: evil@example.com'],
  ['一\u0085二\u2028三\u2029四', '一 二 三 四'],
  ['\u001b[31m赤\u0007\u0000', '[31m赤'],
  ['山田\u202e子花\u2066', '山田 子花'],
  ['壊れ\ud800', '壊れ\ufffd'],
  ['👩‍👧 花', '👩‍👧 花'],
  ['\n', ''],
])('%j is one line of plain signs', (text, line) => {
  expect(oneLine(text)).toBe(line)
})
