import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EventDelivery } from './event-delivery.ts'
import type { Faults } from './misbehaviour.ts'
import { firstTyped, payerOf, problemsOf, typedOf } from './pay-form.ts'
import { notice } from './pay-page-frame.ts'
import { payPageStyle } from './pay-page-style.ts'
import { payPageView } from './pay-page-view.ts'
import { readBody } from './read-body.ts'
import type { SessionLife } from './session-life.ts'
import type { SessionRecord } from './session-record.ts'
import type { KeptState } from './state-file.ts'

/** What the pay page needs of the provider. */
export interface PayPageParts {
  readonly life: SessionLife
  readonly delivery: EventDelivery
  readonly faults: Faults
  readonly kept: KeptState
  readonly payPageOrigin: () => string
  /** How long the way back to the shop waits for the shop to accept the event, in ms. */
  readonly redirectWaitMs: number
}

const mostFormBytes = 64 * 1024

/** Browsers hold a form's redirects to `form-action` too, so the shop's own address must be in it. */
const headersFor = (session: SessionRecord | undefined): Record<string, string> => {
  const shop = session && URL.parse(session.asked.successUrl)?.origin
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

const successAddress = (session: SessionRecord): string =>
  session.asked.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id)

const paidNotice = (session: SessionRecord): string =>
  session.paymentStatus === 'unpaid'
    ? notice('お支払い待ちです', 'ご注文は受け付けました。お支払いの確認を待っています。', {
        href: successAddress(session),
        text: 'ご注文の確認へ',
      })
    : notice('お支払いは済んでいます', 'このお支払いは完了しています。もう一度支払う必要はありません。', {
        href: successAddress(session),
        text: 'ご注文の確認へ',
      })

const expiredNotice = (session: SessionRecord, origin: string): string =>
  notice('お支払いの期限が切れました', 'お支払いは行われていません。お店に戻って、もう一度お進みください。', {
    href: session.asked.cancelUrl ?? origin,
    text: 'お店に戻る',
  })

/**
 * Answers every path below `/practice/` and gives true; false for any other path. The page stands on the shop's own
 * origin, so the shop's server calls this. A session's id is the only key to its page, as with the real one.
 */
export const createPayPage = (parts: PayPageParts) => {
  const { life, delivery, kept, faults } = parts

  const pay = async (session: SessionRecord, form: URLSearchParams): Promise<string> => {
    life.pay(session, payerOf(typedOf(form, session), session), faults.takeWaitingPayment())
    await kept.saved()
    await delivery.accepted(session.id, parts.redirectWaitMs)
    return successAddress(session)
  }

  /** The page to show, or where to go after paying. */
  const press = async (
    session: SessionRecord,
    form: URLSearchParams,
  ): Promise<{ goTo: string } | { status: number; page: string }> => {
    const typed = typedOf(form, session)
    const declined = form.get('press') === 'decline'
    const problems = declined ? {} : problemsOf(typed, session)
    if (declined || Object.keys(problems).length > 0) {
      const page = payPageView(session, { typed, problems, declined }, parts.payPageOrigin())
      return { status: declined ? 402 : 422, page }
    }
    return { goTo: await pay(session, form) }
  }

  const answerSession = async (request: IncomingMessage, session: SessionRecord) => {
    const origin = parts.payPageOrigin()
    const posted = request.method === 'POST' ? await readBody(request, mostFormBytes) : undefined
    if (session.status === 'expired') return { status: 410, page: expiredNotice(session, origin) }
    if (request.method === 'POST' && posted === undefined) {
      const sentence = '送られた内容が大きすぎます。'
      return {
        status: 413,
        page: notice('受け付けられません', sentence, { href: request.url ?? '', text: 'お支払いに戻る' }),
      }
    }
    if (session.status === 'complete') {
      if (posted === undefined) return { status: 200, page: paidNotice(session) }
      await delivery.accepted(session.id, parts.redirectWaitMs)
      return { goTo: successAddress(session) }
    }
    if (posted !== undefined) return press(session, new URLSearchParams(posted))
    const state = { typed: firstTyped(session), problems: {}, declined: false }
    return { status: 200, page: payPageView(session, state, origin) }
  }

  const send = (
    response: ServerResponse,
    session: SessionRecord | undefined,
    status: number,
    page: string,
  ) => {
    response.writeHead(status, { ...headersFor(session), 'Content-Type': 'text/html; charset=utf-8' })
    response.end(page)
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
    const session = life.find(/^\/practice\/pay\/(\w{1,66})$/.exec(path)?.[1] ?? '')
    if (session === undefined) {
      const way = { href: `${parts.payPageOrigin()}/`, text: 'お店に戻る' }
      send(
        response,
        undefined,
        404,
        notice('お支払いのページが見つかりません', 'アドレスをお確かめください。', way),
      )
      return true
    }
    const answer = await answerSession(request, session)
    if ('goTo' in answer) response.writeHead(303, { ...headersFor(session), Location: answer.goTo }).end()
    else send(response, session, answer.status, answer.page)
    return true
  }
}
