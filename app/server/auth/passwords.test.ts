import { expect, test } from 'vitest'
import { memberId } from '../../kernel/actor.ts'
import { ok } from '../../kernel/result.ts'
import { createRenderLanes, type WaitOutside } from '../http/render-lanes.ts'
import { accountsOutside } from './accounts.ts'
import { createHashWaits, createPasswords, passwordsOutside } from './passwords.ts'

const hash = `${'0'.repeat(32)}:${'0'.repeat(128)}`

/** Hashing that ends when it is told to; `begun` are those under way. */
const slowPasswords = () => {
  const begun: (() => void)[] = []
  const task = async <T>(result: T): Promise<T> => {
    await new Promise<void>((resolve) => begun.push(resolve))
    return result
  }
  return { begun, passwords: createPasswords({ hash: () => task(hash), verify: () => task(true) }) }
}
const soon = () => new Promise((resolve) => setImmediate(resolve))

test('A10: two are hashed or compared at once, 120 wait, and one more is refused', async () => {
  const { begun, passwords } = slowPasswords()
  const all = Array.from({ length: 122 }, (_, at) =>
    at % 2 === 0 ? passwords.hash('a') : passwords.matches(at % 4 === 1 ? hash : null, 'a'),
  )
  await expect(passwords.matches(hash, 'a')).rejects.toThrow('more than 120 tasks wait')
  expect(begun).toHaveLength(2)
  for (let at = 0; at < all.length; at += 1) {
    begun[at]?.()
    await soon()
  }
  expect((await Promise.all(all)).slice(0, 4)).toEqual([hash, true, hash, false])
  const next = passwords.matches(hash, 'a')
  begun.at(-1)?.()
  expect(await next).toBe(true)
})

test('A10: who waits for a hash holds no place of a render', async () => {
  const one = { inFlight: 1, queue: 1, longestWaitMs: 60_000 }
  const lanes = createRenderLanes({ cached: one, pages: one, checkout: one, desk: one })
  const asker = { address: '192.0.2.1', isWanted: () => true }
  const { begun, passwords } = slowPasswords()
  const signedIn = () => ok({ memberId: memberId('a'), token: '', cookies: [] })
  const accounts = {
    signIn: () => passwords.matches(hash, 'a').then(signedIn),
    signUp: () => passwords.hash('a').then(signedIn),
  }
  const hashWaits = createHashWaits()
  const device = { address: '', userAgent: '' }
  const account = { name: '', email: '', password: '' }
  const waits: readonly ((outside: WaitOutside) => Promise<unknown>)[] = [
    (outside) => passwordsOutside(passwords, hashWaits(asker.address, outside)).hash('a'),
    (outside) => passwordsOutside(passwords, hashWaits(asker.address, outside)).matches(hash, 'a'),
    (outside) => accountsOutside(accounts, hashWaits(asker.address, outside)).signIn(account, device),
    (outside) => accountsOutside(accounts, hashWaits(asker.address, outside)).signUp(account, device),
  ]
  for (const wait of waits) {
    const from = begun.length
    const waiting = lanes.run('pages', asker, wait)
    await expect.poll(() => begun.length).toBe(from + 1)
    expect(await lanes.run('pages', asker, async () => 'a page')).toEqual({ ok: true, value: 'a page' })
    begun.at(-1)?.()
    expect((await waiting).ok).toBe(true)
  }
})

test('S17: of the places for a hash one client gets a third, one network a half, and whoever is done leaves hers', async () => {
  const { begun, passwords } = slowPasswords()
  const hashWaits = createHashWaits()
  const from = (address: string) =>
    passwordsOutside(
      passwords,
      hashWaits(address, (wait) => wait()),
    ).hash('a')
  const until = async (address: string) => {
    const waiting: Promise<string>[] = []
    for (;;) {
      const next = from(address)
      const said = await Promise.race([next.catch(() => 'refused'), soon().then(() => 'waits')])
      if (said === 'refused') return waiting
      waiting.push(next)
    }
  }
  const flood = await until('203.0.113.7')
  const neighbours = await until('203.0.113.8')
  expect([flood.length, neighbours.length]).toEqual([41, 14])
  const other = from('198.51.100.1')
  for (let at = 0; at < 56; at += 1) {
    begun[at]?.()
    await soon()
  }
  expect(await other).toBe(hash)
  expect(new Set(await Promise.all([...flood, ...neighbours]))).toEqual(new Set([hash]))
  expect(await until('203.0.113.7')).toHaveLength(41)
})
