import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ownInline } from './own-inline.ts'

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
const mark = '3f0c'
const own = `<style data-href="pages" nonce="${mark}">a{}</style><script nonce="${mark}" type="module">one()\n</script>`

test('ASVS 3.4.3: the policy admits the scripts and styles that bear the mark, and the page is sent without it', () => {
  expect(ownInline(`<p>${own}</p>`, mark)).toEqual({
    html: '<p><style data-href="pages">a{}</style><script type="module">one()\n</script></p>',
    scriptHashes: [hash('one()\n')],
    styleHashes: [hash('a{}')],
  })
})

test.each([
  '<script>evil()</script>',
  '<script nonce="3f0d">evil()</script>',
  `<script data-nonce="x">nonce="${mark.slice(0, 3)}"</script>`,
  '<style>evil{}</style>',
  '<script type="application/ld+json">{}</script>',
  '<SCRIPT>evil()</SCRIPT>',
])('ASVS 3.4.3: %s, which is in the page without the mark, is not admitted', (foreign) => {
  for (const html of [`${foreign}${own}`, `${own}${foreign}`]) {
    const { scriptHashes, styleHashes } = ownInline(html, mark)
    expect([scriptHashes, styleHashes]).toEqual([[hash('one()\n')], [hash('a{}')]])
  }
})

test('ASVS 3.4.3: what opens a script and does not end it admits nothing', () => {
  expect(ownInline(`<script>evil();${own}`, mark).scriptHashes).toEqual([])
})
