import { RouterContextProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import handleRequest from './entry.server.tsx'
import { appContext } from './services.server.ts'

afterEach(() => void vi.useRealTimers())

test('a page that cannot be rendered leaves no timer behind', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const context = new RouterContextProvider()
  context.set(appContext, JSON.parse('{"requestId":"request-1"}'))
  const rendered = handleRequest(
    new Request('https://shop.example/'),
    200,
    new Headers(),
    JSON.parse('{}'),
    context,
  )
  await expect(rendered).rejects.toThrow()
  expect(vi.getTimerCount()).toBe(0)
})
