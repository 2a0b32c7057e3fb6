import { describe, expect, test, vi } from 'vitest'
import { type Tab, watchDialogEntries } from './close-on-back.ts'

/** A tab with a history and, as the router is, a listener that came later. */
const openTab = (...entries: unknown[]) => {
  if (entries.length === 0) entries.push({ idx: 0 })
  let at = entries.length - 1
  const listeners: Parameters<Tab['addEventListener']>[1][] = []
  const steps: number[] = []
  /** As in a browser, a further event comes after all listeners have had this one. */
  const step = (by: number) => {
    steps.push(by)
    if (steps.length > 1) return
    for (; steps[0] !== undefined; steps.shift()) go(steps[0])
  }
  const go = (by: number) => {
    if (at + by < 0 || at + by >= entries.length) return
    at += by
    let isStopped = false
    const stopImmediatePropagation = () => {
      isStopped = true
    }
    for (const listener of listeners)
      if (!isStopped) listener({ state: entries[at], stopImmediatePropagation })
  }
  const history = {
    get state() {
      return entries[at]
    },
    back: () => step(-1),
    forward: () => step(1),
    pushState: (state: unknown) => {
      entries.splice(at + 1, entries.length, state)
      at += 1
    },
    replaceState: (state: unknown) => {
      entries[at] = state
    },
  }
  const dialogs = watchDialogEntries({
    history,
    addEventListener: (_type, listener) => listeners.push(listener),
  })
  const shown: unknown[] = []
  listeners.push(({ state }) => shown.push(state))
  return { history, dialogs, shown, entry: () => entries[at] }
}

describe('W20: Back', () => {
  test('closes what is open, and the router hears nothing of it', () => {
    const { history, dialogs, shown, entry } = openTab()
    const close = vi.fn()
    dialogs.enter(close)
    expect(entry()).toEqual({ idx: 0, dialogs: 1 })
    history.back()
    expect(close).toHaveBeenCalledOnce()
    expect(shown).toEqual([])
    expect(entry()).toEqual({ idx: 0 })
  })

  test('closes the dialog on top alone', () => {
    const { history, dialogs } = openTab()
    const [below, onTop] = [vi.fn(), vi.fn()]
    dialogs.enter(below)
    dialogs.enter(onTop)
    history.back()
    expect([below, onTop].map((close) => close.mock.calls.length)).toEqual([0, 1])
  })

  test('leaves a page, however soon it is pressed after the page has come', () => {
    const { history, shown } = openTab()
    history.pushState({ idx: 1 })
    history.back()
    expect(shown).toEqual([{ idx: 0 }])
  })

  test('passes over the entry of a dialog that a link was followed from', async () => {
    const { history, dialogs, shown, entry } = openTab()
    const leave = dialogs.enter(vi.fn())
    history.pushState({ idx: 1 })
    leave()
    await Promise.resolve()
    expect(entry()).toEqual({ idx: 1 })
    history.back()
    expect(entry()).toEqual({ idx: 0 })
    expect(shown).toEqual([{ idx: 0 }])
  })

  test('after Forward to the entry of a closed dialog, the next dialog takes that entry', () => {
    const { history, dialogs, shown, entry } = openTab()
    dialogs.enter(vi.fn())
    history.back()
    history.forward()
    const close = vi.fn()
    dialogs.enter(close)
    history.back()
    expect(close).toHaveBeenCalledOnce()
    expect(entry()).toEqual({ idx: 0 })
    expect(shown).toEqual([])
  })

  test('is on the page itself when it was loaded at the entry of a dialog', () => {
    expect(openTab({ idx: 0 }, { idx: 0, dialogs: 1 }).entry()).toEqual({ idx: 0 })
  })

  test('between entries that the router did not make is the router’s', () => {
    const { history, shown } = openTab(null)
    history.pushState(null)
    history.back()
    expect(shown).toEqual([null])
  })

  test('is not needed any more once a dialog was closed by its button', async () => {
    const { history, dialogs, shown, entry } = openTab()
    history.pushState({ idx: 1 })
    const leave = dialogs.enter(vi.fn())
    leave()
    await Promise.resolve()
    expect(entry()).toEqual({ idx: 1 })
    history.back()
    expect(shown).toEqual([{ idx: 0 }])
  })

  test('closes what opened in this very moment', () => {
    const { history, dialogs, shown } = openTab()
    history.pushState({ idx: 1 })
    const close = vi.fn()
    dialogs.enter(close)
    history.back()
    expect(close).toHaveBeenCalledOnce()
    expect(shown).toEqual([])
  })

  test('closes a dialog that took the place of another one', async () => {
    const { history, dialogs, shown, entry } = openTab()
    const [first, second] = [vi.fn(), vi.fn()]
    const leave = dialogs.enter(first)
    leave()
    dialogs.enter(second)
    await Promise.resolve()
    expect(entry()).toEqual({ idx: 0, dialogs: 1 })
    history.back()
    expect([first, second].map((close) => close.mock.calls.length)).toEqual([0, 1])
    expect(shown).toEqual([])
  })
})
