import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { BrowserForTests } from '../../../../tests/support/browser-for-tests.ts'
import { anyCartProduct, cartOf, fabric, kit } from '../../../../tests/support/sample-carts.ts'
import { clearCart, moveItem } from '../changes.rules.ts'
import { addSeveral, type WantedProduct } from '../several.rules.ts'
import type { CartStore } from './cart-store.ts'

let browser = new BrowserForTests()
beforeEach(() => {
  browser = new BrowserForTests()
})

const key = 'mcSquareCart'
const damaged = 'mcSquareCart.damaged'
const cartIn = (tab: CartStore) => tab.getSnapshot().cart
const linesIn = (tab: CartStore) =>
  cartIn(tab)
    .map(({ managementNumber, quantity }) => `${managementNumber}x${quantity}`)
    .join(' ')
const keptCart = () => JSON.parse(browser.kept.get(key) ?? 'null')
const watched = (tab: CartStore) => {
  const listener = vi.fn()
  return { listener, stop: tab.subscribe(listener) }
}

describe('keeping the cart', () => {
  test('every change is saved under the named key and loaded at the next start', () => {
    const first = browser.openTab()
    first.add(fabric('F'), 2)
    first.add(kit('1'))
    expect(keptCart()).toEqual(cartIn(first))
    const next = browser.openTab()
    watched(next)
    expect(cartIn(next)).toEqual(cartIn(first))
  })

  test('the server, and the browser before it subscribes, see an empty cart', () => {
    browser.kept.set(key, JSON.stringify(cartOf(fabric('F'))))
    const tab = browser.openTab()
    expect(tab.getServerSnapshot()).toMatchObject({ cart: [], isLoaded: false })
    expect(tab.getSnapshot()).toBe(tab.getServerSnapshot())
    const { listener } = watched(tab)
    expect(tab.getSnapshot()).toMatchObject({ isLoaded: true, cart: [{ managementNumber: 'F' }] })
    expect(listener).toHaveBeenCalled()
  })

  test('reading alone writes nothing', () => {
    browser.kept.set(key, '[ ]')
    const tab = browser.openTab()
    watched(tab)
    tab.target.dispatchEvent(new Event('pagehide'))
    expect([...browser.kept]).toEqual([[key, '[ ]']])
  })

  test('a snapshot stays the same object until something changes', () => {
    const tab = browser.openTab()
    tab.add(fabric('F'))
    const { listener } = watched(tab)
    const before = tab.getSnapshot()
    tab.refresh((number) => fabric(number))
    expect(tab.getSnapshot()).toBe(before)
    expect(listener).not.toHaveBeenCalled()
    tab.setQuantity('F', 2)
    expect(tab.getSnapshot()).not.toBe(before)
    expect(listener).toHaveBeenCalledOnce()
  })

  test('who has unsubscribed hears no more, and hears of all when back', () => {
    const tab = browser.openTab()
    const { listener, stop } = watched(tab)
    stop()
    listener.mockClear()
    browser.openTab().add(fabric('F'))
    browser.deliverEvents()
    expect(listener).not.toHaveBeenCalled()
    watched(tab)
    expect(linesIn(tab)).toBe('Fx1')
  })
})

test('K10: a cart that was read from storage hears how much is left, and writes nothing for it', () => {
  browser.openTab().add({ ...fabric('F'), most: 7 }, 7)
  const kept = browser.kept.get(key)
  const tab = browser.openTab()
  const { listener } = watched(tab)
  listener.mockClear()
  const left = (most: number, waits?: true) =>
    tab.refresh((number) => ({ ...fabric(number), most, ...(waits && { waits }) }))
  left(7)
  expect(cartIn(tab)).toMatchObject([{ managementNumber: 'F', quantity: 7, most: 7 }])
  left(7, true)
  expect(cartIn(tab)).toMatchObject([{ most: 7, waits: true }])
  expect(listener).toHaveBeenCalledTimes(2)
  left(7, true)
  expect(listener).toHaveBeenCalledTimes(2)
  expect(browser.kept.get(key)).toBe(kept)
})

test('N50: a cart counts by the rules of now once it was told them', () => {
  const tab = browser.openTab()
  tab.add(fabric('F'))
  tab.add(kit('1'))
  const { listener } = watched(tab)
  tab.adoptTerms({ ...tab.terms, freeKits: 0, unitsPerLine: 3 })
  expect(listener).toHaveBeenCalled()
  expect(tab.terms).toMatchObject({ freeKits: 0 })
  expect(cartIn(tab).map(({ price }) => price)).toEqual([550, '1,500円'])
  tab.refresh((number) => (number === '1' ? kit('1') : fabric(number)))
  expect(cartIn(tab).map(({ price }) => price)).toEqual([550, '1,500円'])
  tab.setQuantity('F', 9)
  expect(linesIn(tab)).toBe('Fx3 1x1')
})

describe('C10: damage and refusals', () => {
  test('an unreadable text is kept before the cart is saved over it', () => {
    browser.kept.set(key, '{"broken')
    const tab = browser.openTab()
    tab.add(fabric('F'))
    expect(browser.kept.get(damaged)).toBe('{"broken')
    expect(keptCart()).toMatchObject([{ managementNumber: 'F' }])
    expect(browser.log).toHaveLength(1)
  })

  test('only the bad item goes, and its text is kept', () => {
    const text = JSON.stringify([null, ...cartOf(fabric('F'))])
    browser.kept.set(key, text)
    const tab = browser.openTab()
    watched(tab)
    expect(linesIn(tab)).toBe('Fx1')
    expect(browser.kept.get(damaged)).toBe(text)
  })

  test('C10: storage that cannot be read is logged, the cart starts empty, and what may be there is not written over', () => {
    const text = JSON.stringify(cartOf(fabric('F')))
    browser.kept.set(key, text)
    browser.failsOn = 'reading'
    const tab = browser.openTab()
    tab.add(fabric('G'))
    expect(linesIn(tab)).toBe('Gx1')
    expect(tab.getSnapshot().isSaved).toBe(false)
    expect(browser.kept.get(key)).toBe(text)
    expect(browser.log.length).toBeGreaterThan(0)
    browser.failsOn = 'none'
    tab.setQuantity('G', 2)
    expect(linesIn(tab)).toBe('Fx1 Gx2')
    expect(tab.getSnapshot().isSaved).toBe(true)
  })

  test('full storage is logged, the cart lives on in memory, and is saved when there is room', () => {
    const tab = browser.openTab()
    tab.add(fabric('F'))
    browser.failsOn = 'writing'
    tab.add(fabric('G'))
    expect(linesIn(tab)).toBe('Fx1 Gx1')
    expect(tab.getSnapshot().isSaved).toBe(false)
    expect(keptCart()).toHaveLength(1)
    expect(browser.log).toHaveLength(1)
    browser.failsOn = 'none'
    tab.setQuantity('F', 2)
    expect(keptCart()).toEqual(cartIn(tab))
    expect(tab.getSnapshot().isSaved).toBe(true)
  })

  test('what could not be saved and is taken out again leaves nothing unsaved', () => {
    const tab = browser.openTab()
    tab.add(fabric('F'))
    browser.failsOn = 'writing'
    tab.add(fabric('G'))
    browser.failsOn = 'none'
    tab.remove('G')
    expect(tab.getSnapshot().isSaved).toBe(true)
  })

  test('a browser that forbids storage still has a cart', () => {
    const tab = browser.openTab({ isForbidden: true })
    tab.add(fabric('F'))
    tab.add(fabric('G'))
    tab.takeOut([{ managementNumber: 'F', quantity: 1 }])
    expect(linesIn(tab)).toBe('Gx1')
  })

  test('a browser that forbids its lock as well says that nothing is saved', async () => {
    const tab = browser.openTab({ isForbidden: true })
    tab.add(fabric('F'))
    await expect.poll(() => tab.getSnapshot().isSaved).toBe(false)
  })

  test('another tab that writes rubbish does not empty this one', () => {
    const tab = browser.openTab()
    watched(tab)
    tab.add(fabric('F'))
    browser.kept.set(key, 'rubbish')
    tab.target.dispatchEvent(Object.assign(new Event('storage'), { key }))
    expect(linesIn(tab)).toBe('Fx1')
    tab.setQuantity('F', 2)
    expect(keptCart()).toMatchObject([{ quantity: 2 }])
  })
})

describe('C11: two tabs', () => {
  const twoTabs = () => {
    const tabs = [browser.openTab(), browser.openTab()] as const
    for (const tab of tabs) watched(tab)
    return tabs
  }

  test('each sees what the other adds, changes and removes', () => {
    const [one, two] = twoTabs()
    one.add(fabric('F'))
    browser.deliverEvents()
    two.setQuantity('F', 3)
    two.add(kit('1'))
    browser.deliverEvents()
    expect(linesIn(one)).toBe('Fx3 1x1')
    one.remove('F')
    browser.deliverEvents()
    expect(cartIn(two)).toMatchObject([{ managementNumber: '1', price: '1,500円' }])
  })

  test('changes at the same time both stand, though no event has arrived yet', () => {
    const [one, two] = twoTabs()
    one.add(fabric('F'))
    two.add(fabric('G'))
    browser.deliverEvents()
    expect(linesIn(one)).toBe(linesIn(two))
    expect(keptCart()).toHaveLength(2)
  })

  test('what could not be saved meanwhile is merged, not lost', () => {
    const [one, two] = twoTabs()
    browser.failsOn = 'writing'
    one.add(fabric('F'))
    browser.failsOn = 'none'
    two.add(fabric('G'))
    browser.deliverEvents()
    expect(linesIn(one)).toBe('Gx1 Fx1')
    browser.deliverEvents()
    expect(linesIn(two)).toBe('Gx1 Fx1')
  })

  test('a page that comes back out of the page cache looks again', () => {
    const [one, two] = twoTabs()
    one.add(fabric('F'))
    browser.waiting.length = 0
    two.target.dispatchEvent(new Event('pageshow'))
    expect(linesIn(two)).toBe('Fx1')
  })

  test('S33: a page that goes keeps what it finds of another tab, and tells its listeners when it comes back', () => {
    const [one] = twoTabs()
    browser.failsOn = 'writing'
    one.add(fabric('F'))
    browser.failsOn = 'none'
    // Its event has not arrived yet.
    browser.kept.set(key, JSON.stringify(cartOf(fabric('G'))))
    const { listener } = watched(one)
    one.target.dispatchEvent(new Event('pagehide'))
    expect(keptCart()).toHaveLength(2)
    expect(listener).not.toHaveBeenCalled()
    for (const _ of [1, 2]) one.target.dispatchEvent(new Event('pageshow'))
    expect(listener).toHaveBeenCalledOnce()
    expect(one.getSnapshot()).toMatchObject({ cart: keptCart(), isSaved: true })
  })

  test('storage emptied from outside empties the cart', () => {
    const [one] = twoTabs()
    one.add(fabric('F'))
    browser.kept.clear()
    one.target.dispatchEvent(Object.assign(new Event('storage'), { key: null }))
    expect(linesIn(one)).toBe('')
  })

  test('whatever two tabs do, they end alike and come to rest', () => {
    const number = fc.constantFrom('F0', 'F1', 'F2', 'K0', 'K1', 'K2')
    const action: fc.Arbitrary<(tab: CartStore) => void> = fc.oneof(
      anyCartProduct.map((product) => (tab: CartStore) => tab.add(product)),
      number.map((one) => (tab: CartStore) => tab.remove(one)),
      fc.tuple(number, fc.integer({ min: 1, max: 99 })).map(
        ([one, many]) =>
          (tab: CartStore) =>
            tab.setQuantity(one, many),
      ),
      fc.tuple(number, fc.nat(5)).map(
        ([one, place]) =>
          (tab: CartStore) =>
            tab.change((cart) => moveItem(cart, one, place, tab.terms)),
      ),
      fc.constant((tab: CartStore) => tab.undo()),
    )
    const step = fc.record({
      place: fc.constantFrom<(0 | 1)[]>(0, 1),
      action,
      isDelivered: fc.boolean(),
      isFull: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        browser = new BrowserForTests()
        const tabs = twoTabs()
        for (const { place, action: act, isDelivered, isFull } of steps) {
          browser.failsOn = isFull ? 'writing' : 'none'
          act(tabs[place])
          if (isDelivered) browser.deliverEvents()
        }
        browser.failsOn = 'none'
        for (const tab of tabs) tab.add(fabric('last'))
        for (let round = 0; round < 5; round += 1) browser.deliverEvents()
        expect(browser.waiting).toEqual([])
        expect(cartIn(tabs[0])).toEqual(cartIn(tabs[1]))
        expect(keptCart()).toEqual(cartIn(tabs[0]))
      }),
      { numRuns: 300 },
    )
  })
})

describe('C11: two tabs in the same moment, each in a process of its own', () => {
  const twoTabs = () => {
    browser = new BrowserForTests({ hasProcesses: true })
    const tabs = [browser.openTab(), browser.openTab()] as const
    for (const tab of tabs) watched(tab)
    return tabs
  }

  test('nothing that either puts in is lost, whoever comes first', async () => {
    const adding = fc.record({ place: fc.constantFrom<(0 | 1)[]>(0, 1), isLocked: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(adding, { minLength: 1, maxLength: 8 }), async (additions) => {
        const tabs = twoTabs()
        for (const [position, { place, isLocked }] of additions.entries()) {
          tabs[place].add(fabric(`F${position}`))
          if (isLocked) await browser.giveLocks()
        }
        await browser.giveLocks()
        for (const tab of tabs) expect(cartIn(tab)).toHaveLength(additions.length)
        expect(keptCart()).toEqual(cartIn(tabs[0]))
      }),
    )
  })

  test('what one puts in and the other takes out both count', async () => {
    const [one, two] = twoTabs()
    one.add(fabric('F'))
    await browser.giveLocks()
    one.add(fabric('G'))
    two.remove('F')
    await browser.giveLocks()
    expect([linesIn(one), linesIn(two)]).toEqual(['Gx1', 'Gx1'])
    expect(keptCart()).toHaveLength(1)
  })

  test('what is pressed while the tab holds the lock is saved at once, and held back from the other until it is seen', async () => {
    const [one, two] = twoTabs()
    one.add(fabric('F'))
    const held = browser.giveLocks()
    one.add(fabric('G'))
    expect(keptCart()).toHaveLength(2)
    two.add(fabric('H'))
    await held
    expect([linesIn(one), linesIn(two)]).toEqual(['Fx1 Gx1 Hx1', 'Fx1 Gx1 Hx1'])
  })

  test('a tab that has nothing to save asks for no lock', async () => {
    const [one] = twoTabs()
    one.add(fabric('F'))
    await browser.giveLocks()
    one.refresh((number) => fabric(number))
    expect(browser.tabsThatWait).toBe(0)
    one.setQuantity('F', 2)
    expect(browser.tabsThatWait).toBe(1)
  })

  test('a page that goes saves what still waits for its lock', () => {
    const [one] = twoTabs()
    one.add(fabric('F'))
    expect(keptCart()).toBeNull()
    one.target.dispatchEvent(new Event('pagehide'))
    expect(keptCart()).toMatchObject([{ managementNumber: 'F' }])
  })

  test('S13: products that were ordered leave storage at once', () => {
    const [one] = twoTabs()
    browser.kept.set(key, JSON.stringify(cartOf([fabric('F'), 2])))
    const next = browser.openTab()
    watched(next)
    next.takeOut([{ managementNumber: 'F', quantity: 2 }])
    expect(keptCart()).toEqual([])
    next.putBack(cartOf([fabric('F'), 2]))
    expect(keptCart()).toHaveLength(1)
    expect(linesIn(one)).toBe('')
  })
})

describe('C14: a kit twice', () => {
  test('changes nothing and is logged as named', () => {
    const tab = browser.openTab()
    tab.add(kit('1'))
    const before = cartIn(tab)
    tab.add(kit('1'))
    expect(cartIn(tab)).toBe(before)
    expect(browser.log).toEqual(['kits can be bought only one at a time: キット1'])
    expect(tab.getSnapshot().notice).toMatchObject({ content: { kind: 'kit-already-in-cart' } })
  })
})

describe('notices', () => {
  test('the same notice twice has two numbers, and a change without words ends it', () => {
    const tab = browser.openTab()
    tab.add(fabric('F'), 99)
    tab.add(fabric('F'))
    const first = tab.getSnapshot().notice
    tab.add(fabric('F'))
    const second = tab.getSnapshot().notice
    expect(second?.content).toEqual(first?.content)
    expect(second?.number).not.toBe(first?.number)
    tab.setQuantity('F', 5)
    expect(tab.getSnapshot().notice).toBeNull()
  })

  test('can be put away', () => {
    const tab = browser.openTab()
    tab.add(fabric('F'))
    tab.dismissNotice()
    expect(tab.getSnapshot().notice).toBeNull()
  })
})

describe('C17: undo', () => {
  const add = (tab: CartStore, wanted: readonly WantedProduct[]) =>
    tab.change((cart) => addSeveral(cart, wanted, tab.terms))
  const emptiedTab = () => {
    const tab = browser.openTab()
    for (const product of [fabric('F'), kit('1'), fabric('G')]) tab.add(product)
    tab.remove('F')
    return tab
  }

  test('puts the line back to its place within ten seconds', () => {
    const tab = emptiedTab()
    expect(linesIn(tab)).toBe('1x1 Gx1')
    browser.time += 10_000
    tab.undo()
    expect(linesIn(tab)).toBe('Fx1 1x1 Gx1')
    expect(keptCart()).toEqual(cartIn(tab))
    expect(tab.getSnapshot().undo).toBeNull()
  })

  test('but not later, and not twice', () => {
    const late = emptiedTab()
    browser.time += 10_001
    late.undo()
    expect(linesIn(late)).toBe('1x1 Gx1')
    late.remove('G')
    late.undo()
    late.undo()
    expect(linesIn(late)).toBe('1x1 Gx1')
  })

  test('goes back through several removals, each within its own ten seconds', () => {
    const tab = emptiedTab()
    browser.time += 4_000
    tab.remove('1')
    tab.remove('G')
    tab.undo()
    expect(linesIn(tab)).toBe('Gx1')
    tab.undo()
    expect(linesIn(tab)).toBe('1x1 Gx1')
    browser.time += 6_001
    tab.undo()
    expect(linesIn(tab)).toBe('1x1 Gx1')
    expect(tab.getSnapshot().undo).toBeNull()
  })

  test('W3: takes out what was added together, in one step and only once, and before it what was removed', () => {
    const tab = emptiedTab()
    const { listener } = watched(tab)
    listener.mockClear()
    add(tab, [
      { product: fabric('G'), quantity: 2 },
      { product: fabric('H'), quantity: 3 },
    ])
    expect(listener).toHaveBeenCalledOnce()
    expect(linesIn(tab)).toBe('1x1 Gx3 Hx3')
    expect(tab.getSnapshot().undo?.done).toEqual(tab.getSnapshot().notice?.content)
    tab.setQuantity('H', 1)
    tab.undo()
    expect(linesIn(tab)).toBe('1x1 Gx1')
    expect(keptCart()).toEqual(cartIn(tab))
    tab.undo()
    expect(linesIn(tab)).toBe('Fx1 1x1 Gx1')

    add(tab, [{ product: fabric('H'), quantity: 1 }])
    browser.time += 10_001
    tab.undo()
    expect(linesIn(tab)).toBe('Fx1 1x1 Gx1 Hx1')
    add(tab, [{ product: kit('1'), quantity: 1 }])
    expect(tab.getSnapshot().undo).toBeNull()
  })

  test('brings a whole cart back', () => {
    const tab = emptiedTab()
    tab.change(clearCart)
    expect(linesIn(tab)).toBe('')
    tab.undo()
    expect(linesIn(tab)).toBe('1x1 Gx1')
  })

  test('can be put away', () => {
    const tab = emptiedTab()
    tab.dismissUndo()
    tab.undo()
    expect(linesIn(tab)).toBe('1x1 Gx1')
  })
})

describe('S13: an order’s products', () => {
  const ordered = [{ managementNumber: 'F', quantity: 2 }]

  test('leave the cart without a word and for good: 元に戻す does not bring them back', () => {
    const tab = browser.openTab()
    tab.add(fabric('F'), 3)
    tab.add(fabric('G'))
    tab.remove('G')
    tab.takeOut(ordered)
    expect(linesIn(tab)).toBe('Fx1')
    expect(tab.getSnapshot()).toMatchObject({ notice: null, undo: null })
    tab.undo()
    expect(linesIn(tab)).toBe('Fx1')
  })

  test('leave the cart of the other tab as well', () => {
    const [one, two] = [browser.openTab(), browser.openTab()]
    for (const tab of [one, two]) watched(tab)
    one.add(fabric('F'), 2)
    browser.deliverEvents()
    two.add(fabric('G'))
    browser.deliverEvents()
    one.takeOut(ordered)
    browser.deliverEvents()
    expect([linesIn(one), linesIn(two)]).toEqual(['Gx1', 'Gx1'])
    expect(keptCart()).toHaveLength(1)
  })

  test('come back and are told', () => {
    const tab = browser.openTab()
    tab.add(fabric('F'), 2)
    const lines = cartIn(tab)
    tab.takeOut(ordered)
    tab.putBack(lines)
    expect(linesIn(tab)).toBe('Fx2')
    expect(tab.getSnapshot().notice?.content).toEqual({ kind: 'restored', names: ['布F 50cm角'] })
  })
})
