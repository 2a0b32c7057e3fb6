import { createContext, runInContext } from 'node:vm'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { keptMessagesScript, whenHidden, whenShown } from './page-visibility.ts'

let page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
let view = new EventTarget()
beforeEach(() => {
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  view = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', view)
  onTestFinished(() => void vi.unstubAllGlobals())
})

const become = (state: 'hidden' | 'visible') => {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}
const leave = () => view.dispatchEvent(new Event('pagehide'))
const comeBack = () => view.dispatchEvent(new Event('pageshow'))
const heard = () => {
  const said: string[] = []
  const stops = [whenShown(() => void said.push('shown')), whenHidden(() => void said.push('hidden'))]
  return { said, stop: () => stops.map((stop) => stop()) }
}

describe('S33: who listens for a page that is shown and hidden', () => {
  test('hears of its tab', () => {
    const { said } = heard()
    become('hidden')
    expect(said).toEqual(['hidden'])
    become('visible')
    expect(said).toEqual(['hidden', 'shown'])
  })

  test('hears once of a page that is left and comes back, however many events tell of it', () => {
    const { said } = heard()
    leave()
    become('hidden')
    become('visible')
    comeBack()
    expect(said).toEqual(['hidden', 'shown'])
  })

  test('hears of it where the browser calls a page in its cache visible', () => {
    const { said } = heard()
    leave()
    comeBack()
    expect(said).toEqual(['hidden', 'shown'])
  })

  test('hears nothing of the first load, of a page that comes back in a hidden tab, and after its end', () => {
    const { said, stop } = heard()
    comeBack()
    expect(said).toEqual([])
    leave()
    page.visibilityState = 'hidden'
    comeBack()
    expect(said).toEqual(['hidden'])
    stop()
    become('visible')
    leave()
    expect(said).toEqual(['hidden'])
  })

  test('hears of a page that was opened in the background when it is looked at', () => {
    page.visibilityState = 'hidden'
    const { said } = heard()
    comeBack()
    become('visible')
    expect(said).toEqual(['shown'])
  })
})

test('S33: each channel gets a message when its page comes out of the cache, and none when it is loaded', () => {
  const sent: unknown[] = []
  class Channel {
    readonly port2 = { postMessage: (message: unknown) => void sent.push(message) }
  }
  const window = Object.assign(view, { MessageChannel: Channel })
  const context = createContext({ window, MessageChannel: Channel })
  runInContext(keptMessagesScript, context)
  runInContext('new window.MessageChannel()', context)
  comeBack()
  expect(sent).toEqual([])
  view.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(sent).toEqual([null])
})
