import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashInline } from './inline-hashes.ts'

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
const nonce = '3f0c'
const own = `<script nonce="${nonce}" type="module">one()\n</script>`

test('ASVS 3.4.3: the policy admits the scripts that bear the nonce, and the page is sent without it', () => {
  expect(hashInline(`<p>${own}</p>`, nonce)).toEqual({
    html: '<p><script type="module">one()\n</script></p>',
    scriptHashes: [hash('one()\n')],
  })
})

test.each([
  '<script>evil()</script>',
  '<script nonce="3f0d">evil()</script>',
  `<script data-nonce="x">nonce="${nonce.slice(0, 3)}"</script>`,
  '<script type="application/ld+json">{}</script>',
  '<SCRIPT>evil()</SCRIPT>',
])('ASVS 3.4.3: %s, which is in the page without the nonce, is not admitted', (foreign) => {
  for (const html of [`${foreign}${own}`, `${own}${foreign}`]) {
    expect(hashInline(html, nonce).scriptHashes).toEqual([hash('one()\n')])
  }
})

test('ASVS 3.4.3: what opens a script and does not end it admits nothing', () => {
  expect(hashInline(`<script>evil();${own}`, nonce).scriptHashes).toEqual([])
})
