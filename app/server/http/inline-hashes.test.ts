import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { scriptHashesOf, withoutNonce } from './inline-hashes.ts'
import { edited } from './page-edits.ts'

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
const nonce = '3f0c'
const own = `<script nonce="${nonce}" type="module">one()\n</script>`

test('ASVS 3.4.3: the policy admits the scripts that bear the nonce, and the page is sent without it', () => {
  const page = `<p>${own}</p>`
  expect(scriptHashesOf(page, nonce, [])).toEqual([hash('one()\n')])
  expect(edited(page, withoutNonce(page, nonce))).toBe('<p><script type="module">one()\n</script></p>')
})

test.each([
  '<script>evil()</script>',
  '<script nonce="3f0d">evil()</script>',
  `<script data-nonce="x">nonce="${nonce.slice(0, 3)}"</script>`,
  '<script type="application/ld+json">{}</script>',
  '<SCRIPT>evil()</SCRIPT>',
])('ASVS 3.4.3: %s, which is in the page without the nonce, is not admitted', (foreign) => {
  for (const html of [`${foreign}${own}`, `${own}${foreign}`]) {
    expect(scriptHashesOf(html, nonce, [])).toEqual([hash('one()\n')])
  }
})

test('ASVS 3.4.3: what opens a script and does not end it admits nothing', () => {
  expect(scriptHashesOf(`<script>evil();${own}`, nonce, [])).toEqual([])
})

test('ASVS 3.4.3: a script is hashed as it is sent', () => {
  const page = `<p>${own}</p>${own}`
  const edits = [
    ...withoutNonce(page, nonce),
    { at: page.indexOf('one'), cut: 3, put: 'two' },
    { at: page.length - 1, cut: 0, put: '' },
  ]
  expect(edited(page, edits)).toBe(
    '<p><script type="module">two()\n</script></p><script type="module">one()\n</script>',
  )
  expect(scriptHashesOf(page, nonce, edits)).toEqual([hash('two()\n'), hash('one()\n')])
})
