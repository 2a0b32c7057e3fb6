import { createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { authSecretOf } from './auth-secret.ts'
import { sessionTokenReader } from './session-cookie.ts'

const secret = 'a secret of more than thirty-two characters'
const token = 'QmF0VG9rZW5XaXRoMzJDaGFyYWN0ZXJz'
const signatureOf = (text: string, key = secret) => createHmac('sha256', key).update(text).digest('base64')
const signed = encodeURIComponent(`${token}.${signatureOf(token)}`)
const name = '__Host-better-auth.session_token'
const formerName = '__Secure-better-auth.session_token'
const tokenOf = sessionTokenReader(secret, 'https://shop.example')

test('the cookie of the sign-in library is read: as its own version 1.7.25 wrote it', () => {
  const written =
    'better-auth.session_token=QmF0VG9rZW5XaXRoMzJDaGFyYWN0ZXJz.08%2FM%2FdNHs64KN6De2X%2FbdXshVBHHnuDD3D%2F7%2B0cnu8E%3D'
  expect(sessionTokenReader(secret, 'http://localhost:3000')(written)).toBe(token)
})

test.each([
  ['alone', `${name}=${signed}`],
  ['among others', `a=b; ${name}=${signed}; c=d`],
  ['without spaces, and with some to spare', `a=b;${name}=${signed} ;c`],
  ['in quotes', `${name}="${signed}"`],
  ['not encoded', `${name}=${token}.${signatureOf(token)}`],
  ['behind one whose name begins alike', `${name}2=bad; ${name}=${signed}`],
  ['under its former name', `${formerName}=${signed}`],
  ['before a bad one of the former name', `${formerName}=bad; ${name}=${signed}`],
  ['first of two', `${name}=${signed}; ${name}=made-up.${signatureOf('other')}`],
])('A13: a session cookie counts when its signature is good: %s', (_, cookie) => {
  expect(tokenOf(cookie)).toBe(token)
})

const of = (value: string) => `${name}=${encodeURIComponent(value)}`
test.each<[string, string | undefined]>([
  ['no cookie', undefined],
  ['another cookie', 'a=b'],
  ['an empty one', `${name}=`],
  ['one without a signature', of(token)],
  ['one with an empty signature', of(`${token}.`)],
  ['an empty token, signed', of(`.${signatureOf('')}`)],
  [
    'a signature by another secret',
    of(`${token}.${signatureOf(token, 'another secret, as long as the first one')}`),
  ],
  ['the signature of another token', of(`${token}.${signatureOf('x')}`)],
  ['a signature cut short', of(`${token}.${signatureOf(token).slice(0, -2)}=`)],
  ['a signature that is longer', of(`${token}.${signatureOf(token)}A`)],
  ['a signature in another alphabet', of(`${token}.${'-_'.repeat(21)}A=`)],
  ['percent signs that mean nothing', `${name}=%zz.${signatureOf('%zz')}%zz`],
  ['a token without end, signed', of(`${'a'.repeat(200)}.${signatureOf('a'.repeat(200))}`)],
  ['a value without end', `${name}=${'%61'.repeat(100)}.${encodeURIComponent(signatureOf('a'.repeat(100)))}`],
  ['the name of plain http', `better-auth.session_token=${signed}`],
  ['a name that ends alike', `x${name}=${signed}`],
  ['a name that begins alike', `${name}2=${signed}`],
  ['the name in upper case', `${name.toUpperCase()}=${signed}`],
  ['a good one of the former name beside a bad one', `${formerName}=${signed}; ${name}=bad`],
  ['a bad one of the former name', `${formerName}=${token}.${signatureOf('x')}`],
  ['a good one behind a bad one', `${name}=bad; ${name}=${signed}`],
])('A13: what is no well-signed session cookie does not count: %s', (_, cookie) => {
  expect(tokenOf(cookie)).toBeUndefined()
})

test('on http the name has no prefix, and those of https do not count', () => {
  const onHttp = sessionTokenReader(secret, 'http://localhost:3000')
  expect(onHttp(`better-auth.session_token=${signed}`)).toBe(token)
  expect(onHttp(`${name}=${signed}; ${formerName}=${signed}`)).toBeUndefined()
})

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'secret-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

test('the secret of the settings is used, and none is kept beside it', async () => {
  const dataDir = folder()
  expect(await authSecretOf(secret, dataDir)).toEqual({ ok: true, value: secret })
  expect(readdirSync(dataDir)).toEqual([])
})

test('ASVS 13.3.1: without one a secret is made once and kept, also when several processes start together', async () => {
  const dataDir = join(folder(), 'new')
  const made = await Promise.all([1, 2, 3, 4].map(() => authSecretOf(undefined, dataDir)))
  const [first] = made
  expect(first).toMatchObject({ ok: true, value: expect.stringMatching(/^[\w-]{43}$/) })
  for (const each of made) expect(each).toEqual(first)
  expect(await authSecretOf(undefined, dataDir)).toEqual(first)
  expect(readdirSync(dataDir)).toEqual(['auth-secret'])
  expect(await authSecretOf(undefined, join(folder(), 'other'))).not.toEqual(first)
})

// Windows knows no such modes.
test.skipIf(process.platform === 'win32')('nobody but the owner of the process can read it', async () => {
  const dataDir = folder()
  await authSecretOf(undefined, dataDir)
  expect(statSync(join(dataDir, 'auth-secret')).mode & 0o777).toBe(0o600)
})

test.each(['', 'short\n'])(
  'a kept secret that is damaged (%j) stops the start with a sentence, and stays',
  async (text) => {
    const dataDir = folder()
    writeFileSync(join(dataDir, 'auth-secret'), text)
    expect(await authSecretOf(undefined, dataDir)).toMatchObject({
      ok: false,
      error: [expect.stringContaining('auth-secret holds no secret')],
    })
    expect(readFileSync(join(dataDir, 'auth-secret'), 'utf8')).toBe(text)
  },
)
