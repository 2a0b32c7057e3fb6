import { expect, test } from 'vitest'
import { disputeFactsText } from './evidence.rules.ts'

test.each([
  ['product_not_received', 'needs_response', '理由：商品が届いていない・回答を待っています'],
  ['fraudulent', 'won', '理由：身に覚えのない支払い（不正利用）・申し立ては認められませんでした'],
  ['a_new_one', 'appeal_later', '理由：a_new_one・appeal_later'],
])('a dispute for %s that is %s is told in words', (reason, status, text) => {
  expect(disputeFactsText({ reason, status })).toBe(text)
})
