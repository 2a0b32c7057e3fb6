import { expect, test } from 'vitest'
import { hideableAddress } from './owner.commands.server.ts'

const recipe = { kind: 'recipe', id: 'work-1' }
const comment = { kind: 'comment', id: '0123456789abcdef' }

test.each([
  ['https://shop.example/gallery/detail/work-1', recipe],
  [' http://localhost:3000/gallery/detail/work-1/?video=1#comments ', recipe],
  ['shop.example/gallery/detail/work-1', recipe],
  ['/gallery/detail/work-1', recipe],
  ['https://shop.example/gallery/detail/work-1#comment-0123456789abcdef', comment],
  ['/gallery/detail/work-1?comments=60#comment-0123456789abcdef', comment],
  ['#comment-0123456789abcdef', comment],
  ['0123456789abcdef', comment],
  ['/gallery/detail/work-1#comment-short', null],
  ['/gallery/detail/work-1/share.jpg', null],
  ['/gallery/user/work-1', null],
  ['/gallery/detail/%00', null],
  ['', null],
  ['http://', null],
])('A7: the address %j means what is to be hidden', (typed, meant) => {
  expect(hideableAddress(typed)).toEqual(meant)
})
