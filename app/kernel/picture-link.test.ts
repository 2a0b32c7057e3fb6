import { expect, test } from 'vitest'
import { directPictureLink, isLinkToPage } from './picture-link.ts'

const id = '1I1vdwg3U3OJ2Zs0PshPc9wVIC19IMNNa'
const direct = `https://drive.google.com/thumbnail?id=${id}&sz=w1200`

test.each([
  `https://drive.google.com/file/d/${id}/view?usp=sharing`,
  `https://drive.google.com/file/d/${id}/view`,
  `https://drive.google.com/file/d/${id}`,
  `https://drive.google.com/file/u/0/d/${id}/preview`,
  `https://drive.google.com/a/shop.example/file/d/${id}/edit`,
  `https://drive.google.com/open?id=${id}`,
  `https://drive.google.com/open?usp=drive_copy&id=${id}`,
  `https://drive.google.com/uc?export=view&id=${id}`,
  `https://docs.google.com/uc?id=${id}`,
  ` http://drive.google.com/open?id=${id} `,
])('the share link %s leads to the picture', (link) => {
  expect(directPictureLink(link)).toBe(direct)
  expect(isLinkToPage(link)).toBe(true)
  expect(isLinkToPage(direct)).toBe(false)
})

test('a share link keeps the key without which its picture is not shown', () => {
  const link = `https://drive.google.com/file/d/${id}/view?resourcekey=0-aB_c`
  expect(directPictureLink(link)).toBe(`${direct}&resourcekey=0-aB_c`)
})

test.each([
  '',
  '/Image/cloth.svg',
  'https://shop.example/a.jpg',
  `https://drive.google.com.shop.example/open?id=${id}`,
  'https://drive.google.com/drive/folders/1I1vdwg3U3OJ2Zs0PshPc9wVIC19IMNNa',
  'https://drive.google.com/open?id=short',
  'https://drive.google.com/open?id=%22%3E%3Cscript%3Ealert(1)',
  direct,
])('the link %j stays as it is', (link) => {
  expect(directPictureLink(link)).toBe(link)
})

test.each([
  ['https://drive.google.com/drive/folders/abc', true],
  ['https://photos.app.goo.gl/abc', true],
  ['https://www.dropbox.com/s/abc/a.jpg?dl=0', true],
  ['https://www.dropbox.com/s/abc/a.jpg?raw=1', false],
  ['https://www.instagram.com/p/abc/', true],
  ['https://imgur.com/abc', true],
  ['https://imgur.com/abc.PNG', false],
  ['https://i.imgur.com/abc.png', false],
  ['https://shop.example/goods/1.html', true],
  ['https://shop.example/picture?id=1', false],
  ['/Image/a.html', false],
  ['not a link', false],
])('%s leads to a page: %s', (link, expected) => {
  expect(isLinkToPage(link)).toBe(expected)
})
