import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashInline } from './inline-hashes.ts'

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
const nonce = '3f0c'
const own = `<style data-href="pages" nonce="${nonce}">a{}</style><script nonce="${nonce}" type="module">one()\n</script>`

test('ASVS 3.4.3: the policy admits the scripts and styles that bear the nonce, and the page is sent without it', () => {
  expect(hashInline(`<p>${own}</p>`, nonce)).toEqual({
    html: '<p><style data-href="pages">a{}</style><script type="module">one()\n</script></p>',
    scriptHashes: [hash('one()\n')],
    styleHashes: [hash('a{}')],
  })
})

test.each([
  '<script>evil()</script>',
  '<script nonce="3f0d">evil()</script>',
  `<script data-nonce="x">nonce="${nonce.slice(0, 3)}"</script>`,
  '<style>evil{}</style>',
  '<script type="application/ld+json">{}</script>',
  '<SCRIPT>evil()</SCRIPT>',
])('ASVS 3.4.3: %s, which is in the page without the nonce, is not admitted', (foreign) => {
  for (const html of [`${foreign}${own}`, `${own}${foreign}`]) {
    const { scriptHashes, styleHashes } = hashInline(html, nonce)
    expect([scriptHashes, styleHashes]).toEqual([[hash('one()\n')], [hash('a{}')]])
  }
})

test('ASVS 3.4.3: what opens a script and does not end it admits nothing', () => {
  expect(hashInline(`<script>evil();${own}`, nonce).scriptHashes).toEqual([])
})
