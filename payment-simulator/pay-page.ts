import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Stripe } from 'stripe'
import type { EventDelivery } from './event-delivery.ts'
import { demoTyped, payerOf, problemsOf, typedOf } from './pay-form.ts'
import { notice } from './pay-page-frame.ts'
import { payPageStyle } from './pay-page-style.ts'
import { payPageView } from './pay-page-view.ts'
import { readBody } from './request-body.ts'
import type { Sessions } from './sessions.ts'
import type { KeptState } from './state.ts'

export interface PayPageParts {
  readonly sessions: Sessions
  readonly events: EventDelivery
  readonly kept: KeptState
  readonly origin: () => string
  /** How long the redirect waits for the shop to accept the event, in ms. */
  readonly redirectWaitMs: number
}

const mostFormBytes = 64 * 1024

/** Browsers apply `form-action` to redirects of a form too, so it includes the shop's address. */
const headersFor = (session: Stripe.Checkout.Session | undefined): Record<string, string> => {
  const shop = session && URL.parse(session.success_url ?? '')?.origin
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': [
      "default-src 'none'",
      "style-src 'self'",
      "img-src 'self'",
      `form-action 'self'${shop ? ` ${shop}` : ''}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  }
}

type PageResponse = { readonly location: string } | { readonly status: number; readonly page: string }

/** False for paths outside `/practice/`. */
export const createPayPage = ({ sessions, events, kept, origin, redirectWaitMs }: PayPageParts) => {
  const entryOf = (session: Stripe.Checkout.Session) => ({ session, lines: sessions.linesOf(session) })

  /** After the shop accepted the event, or the wait is over. */
  const redirectToShop = async ({ id, success_url }: Stripe.Checkout.Session): Promise<PageResponse> => {
    await kept.saved()
    await events.accepted(id, redirectWaitMs)
    return { location: (success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id) }
  }

  const press = (
    session: Stripe.Checkout.Session,
    form: URLSearchParams,
  ): PageResponse | Promise<PageResponse> => {
    const typed = typedOf(form)
    const declined = form.get('press') === 'decline'
    const problems = declined ? {} : problemsOf(typed)
    if (declined || Object.keys(problems).length > 0) {
      const page = payPageView(entryOf(session), { typed, problems, declined }, origin())
      return { status: declined ? 402 : 422, page }
    }
    sessions.pay(session, payerOf(typed))
    return redirectToShop(session)
  }

  const answer = async (request: IncomingMessage, asked: Stripe.Checkout.Session): Promise<PageResponse> => {
    const isPost = request.method === 'POST'
    const form = isPost ? await readBody(request, mostFormBytes) : undefined
    // Another press may have come while the form was read.
    const session = sessions.find(asked.id) ?? asked
    if (session.status === 'expired') {
      const sentence = 'お支払いは行われていません。お店に戻って、もう一度お進みください。'
      const way = { href: session.cancel_url ?? origin(), text: 'お店に戻る' }
      return { status: 410, page: notice('お支払いの期限が切れました', sentence, way) }
    }
    if (isPost && form === undefined) {
      const way = { href: request.url ?? '', text: 'お支払いに戻る' }
      return { status: 413, page: notice('受け付けられません', '送られた内容が大きすぎます。', way) }
    }
    if (session.status === 'complete') {
      if (isPost) return redirectToShop(session)
      const sentence = 'このお支払いは完了しています。もう一度支払う必要はありません。'
      const href = (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
      return {
        status: 200,
        page: notice('お支払いは済んでいます', sentence, { href, text: 'ご注文の確認へ' }),
      }
    }
    if (form !== undefined) return press(session, new URLSearchParams(form))
    const state = { typed: demoTyped, problems: {}, declined: false }
    return { status: 200, page: payPageView(entryOf(session), state, origin()) }
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    if (!path.startsWith('/practice/')) return false
    if (!['GET', 'HEAD', 'POST'].includes(request.method ?? '')) {
      response.writeHead(405, { Allow: 'GET, HEAD, POST' }).end()
      return true
    }
    if (path === '/practice/pay.css') {
      response.writeHead(200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-cache' })
      response.end(payPageStyle)
      return true
    }
    const session = sessions.find(/^\/practice\/pay\/(\w{1,66})$/.exec(path)?.[1] ?? '')
    const way = { href: `${origin()}/`, text: 'お店に戻る' }
    const given: PageResponse =
      session === undefined
        ? {
            status: 404,
            page: notice('お支払いのページが見つかりません', 'アドレスをお確かめください。', way),
          }
        : await answer(request, session)
    const headers = headersFor(session)
    if ('location' in given) response.writeHead(303, { ...headers, Location: given.location }).end()
    else {
      response.writeHead(given.status, { ...headers, 'Content-Type': 'text/html; charset=utf-8' })
      response.end(given.page)
    }
    return true
  }
}
