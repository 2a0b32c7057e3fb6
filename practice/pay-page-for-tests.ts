import { demoTyped } from './pay-form.ts'
import { order, type startAll } from './shop-for-tests.ts'

/** Provider, client and webhook of one test. */
export type All = Awaited<ReturnType<typeof startAll>>

/** A session whose shop stands on the page's own origin, and its page. */
export const openPage = async (all: All, more: Parameters<typeof order>[0] = {}) => {
  const origin = `http://127.0.0.1:${all.provider.port}`
  const session = await all.stripe.checkout.sessions.create(
    order({
      success_url: `${origin}/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${origin}/all-products`,
      ...more,
    }),
  )
  const url = `${origin}/practice/pay/${session.id}`
  const get = () => fetch(url)
  const press = (change: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ...demoTyped, press: 'pay', ...change }),
    })
  return { id: session.id, url, origin, get, press, success: `${origin}/success?session_id=${session.id}` }
}
