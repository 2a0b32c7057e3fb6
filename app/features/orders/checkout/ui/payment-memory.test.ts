import { describe, expect, test } from 'vitest'
import { safeStorage } from '~/ui/safe-storage.ts'
import { cartOf, fabric, kit, terms } from '../../../../../tests/support/sample-carts.ts'
import { openPaymentMemory } from './payment-memory.ts'

const dayMs = 24 * 60 * 60 * 1000
const start = 1_700_000_000_000
const cart = cartOf([fabric('F', 3_300), 2], kit('K'))
const order = { token: 'a-token-of-the-shop', session: 'cs_1' }

/** A storage with room for `room` characters. */
const storageOf = (room = Number.POSITIVE_INFINITY) => {
  const kept = new Map<string, string>()
  const state = { kept, room }
  const storage = safeStorage(() => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => {
      const others = [...kept].reduce((sum, [name, value]) => sum + (name === key ? 0 : value.length), 0)
      if (others + text.length > state.room) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, text)
    },
    removeItem: (key) => kept.delete(key),
  }))
  return { ...state, storage, shrink: (to: number) => (state.room = to) }
}

const memoryOf = (local = storageOf(), tab = storageOf()) => {
  const clock = { now: start }
  const memory = openPaymentMemory({
    storage: local.storage,
    tab: tab.storage,
    locks: undefined,
    now: () => clock.now,
    terms,
  })
  return { memory, local, tab, clock }
}
const lastKeys = (kept: ReadonlyMap<string, string>) =>
  [...kept.keys()].filter((key) => key.startsWith('mcSquareLast'))

describe('leaving to pay', () => {
  test('S13, S16: the order stands in one record, and beside it the three named keys', async () => {
    const { memory, local } = memoryOf()
    expect(await memory.leave(order, cart)).toBe(true)
    expect([...local.kept.keys()].sort()).toEqual([
      'mcSquareLastOrderItems',
      'mcSquareLastPaidAmount',
      'mcSquareLastShipping',
      'mcSquarePayments',
    ])
    expect(local.kept.get('mcSquareLastPaidAmount')).toBe('7500')
    expect(local.kept.get('mcSquareLastShipping')).toBe('900')
    expect(JSON.parse(local.kept.get('mcSquareLastOrderItems') ?? '')).toEqual(cart)
    expect(memory.read().orders).toEqual([
      {
        ...order,
        lines: [
          { managementNumber: 'F', quantity: 2 },
          { managementNumber: 'K', quantity: 1 },
        ],
        state: 'left',
        leftAt: start,
      },
    ])
    expect(memory.leftByThisTab()).toBe(order.token)
    memory.forgetLeft()
    expect(memory.leftByThisTab()).toBeNull()
  })

  test('S13: in full storage what is for display alone makes room for the record', async () => {
    const { memory, local } = memoryOf()
    await memory.leave(order, cart)
    local.shrink([...local.kept.values()].join('').length)
    expect(await memory.leave({ ...order, token: 'another-token' }, cart)).toBe(true)
    expect(JSON.parse(local.kept.get('mcSquarePayments') ?? '').orders).toHaveLength(2)
  })

  test('S13: a record that full storage refuses stands in the tab’s own, until there is room', async () => {
    const { memory, local, tab } = memoryOf(storageOf(10))
    expect(await memory.leave(order, cart)).toBe(true)
    expect(tab.kept.has('mcSquarePayments')).toBe(true)
    expect(memory.read().orders).toHaveLength(1)
    local.shrink(1_000)
    expect(memory.write(memory.read())).toBe(true)
    expect(tab.kept.has('mcSquarePayments')).toBe(false)
    expect(memory.read().orders).toHaveLength(1)
  })

  test('S13: where nothing can be kept it says so, and notes nothing by halves', async () => {
    const { memory, local, tab } = memoryOf(storageOf(0), storageOf(0))
    expect(await memory.leave(order, cart)).toBe(false)
    expect([...local.kept, ...tab.kept]).toEqual([])
    const forbidden = () => {
      throw new DOMException('forbidden', 'SecurityError')
    }
    const storage = safeStorage(forbidden)
    const blocked = openPaymentMemory({ storage, tab: storage, locks: undefined, now: () => start, terms })
    expect(await blocked.leave(order, cart)).toBe(false)
    expect(blocked.read()).toEqual({ browser: null, orders: [] })
  })
})

describe('S16: what was written before a payment', () => {
  test('is forgotten after 24 hours, not before', async () => {
    const { memory, local, clock } = memoryOf()
    await memory.leave(order, cart)
    clock.now += dayMs - 1
    memory.forgetOldLastOrder()
    expect(lastKeys(local.kept)).toHaveLength(3)
    clock.now += 1
    memory.forgetOldLastOrder()
    expect(lastKeys(local.kept)).toEqual([])
    expect(memory.read().orders).toHaveLength(1)
  })

  test('is forgotten when the clock has been put back, and when no order is known', async () => {
    const { memory, local, clock } = memoryOf()
    await memory.leave(order, cart)
    clock.now -= 1
    memory.forgetOldLastOrder()
    expect(lastKeys(local.kept)).toEqual([])
    local.kept.clear()
    local.kept.set('mcSquareLastPaidAmount', '1')
    memory.forgetOldLastOrder()
    expect(lastKeys(local.kept)).toEqual([])
  })
})

describe('S9: the word for this browser', () => {
  test('is the same from then on, and two tabs that ask at once get one', async () => {
    const local = storageOf()
    const [one, two] = [memoryOf(local).memory, memoryOf(local).memory]
    const [first, second] = await Promise.all([one.browserToken(), two.browserToken()])
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(second).toBe(first)
    expect(await two.browserToken()).toBe(first)
  })

  test('two tabs without locks that wrote at the same moment take what was written last', async () => {
    const { memory, local } = memoryOf()
    const asked = memory.browserToken()
    const other = 'o'.repeat(32)
    local.kept.set('mcSquarePayments', JSON.stringify({ browser: other, orders: [] }))
    expect(await asked).toBe(other)
  })

  test('leaving to pay keeps it', async () => {
    const { memory } = memoryOf()
    const word = await memory.browserToken()
    await memory.leave(order, cart)
    expect(await memory.browserToken()).toBe(word)
  })
})
