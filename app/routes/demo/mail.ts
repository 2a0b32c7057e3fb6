import { data } from 'react-router'
import { mailboxMails } from '~/server/mail/outbox.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/mail'

/** Allows pictures from `siteOrigin` too, because the mailbox may be opened under another host name. */
const mailPolicy = (siteOrigin: string) =>
  `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' ${siteOrigin}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

/** GET /mailbox/:id: one mail of a demo as its HTML. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const { demo, siteOrigin } = ctx
  const mails = demo ? await mailboxMails(ctx) : []
  const mail = mails.find(({ id }) => id === params.mailId)
  if (mail === undefined) throw data(null, { status: 404, statusText: 'Not Found' })
  // Without an icon link, browsers request /favicon.ico.
  const page = mail.html.replace('<head>', '<head><link rel="icon" href="/favicon.svg">')
  return new Response(page, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': mailPolicy(siteOrigin),
      'cache-control': 'no-store',
    },
  })
}
