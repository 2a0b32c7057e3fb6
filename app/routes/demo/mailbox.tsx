import { data } from 'react-router'
import { href } from '~/href.ts'
import { displayMoment } from '~/kernel/dates.ts'
import { mailboxMails } from '~/server/mail/outbox.ts'
import { appContext } from '~/services.server.ts'
import { Notice } from '~/ui/notice.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/mailbox'
import css from './mailbox.module.css'

export const headers = () => ({ 'cache-control': 'no-store' })

/** The mails of a demo; a real shop has no such page (S11). */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  if (!ctx.demo) throw data(null, { status: 404, statusText: 'Not Found' })
  const mails = await mailboxMails(ctx)
  return mails.map(({ id, recipient, subject, text, createdAt }) => ({
    id,
    recipient,
    subject,
    text,
    createdAt,
  }))
}

export default function Mailbox({ loaderData: mails }: Route.ComponentProps) {
  return (
    <Page
      heading="練習用メールボックス"
      narrow
      lead={<p>お店から送られるはずのメールです。実際には送信されません。</p>}
    >
      <PageMeta title="練習用メールボックス" noindex />
      {mails.length === 0 ? (
        <Notice>メールはまだありません。練習用のお支払いをすると、ここに届きます。</Notice>
      ) : null}
      <ul className="stack-3">
        {mails.map((mail) => (
          <li key={mail.id}>
            <details className={css.mail}>
              <summary>
                <strong>{mail.subject}</strong>
                <small>
                  {mail.recipient} 宛・{displayMoment(mail.createdAt)}
                </small>
              </summary>
              <MailText text={mail.text} />
              <p>
                <a href={href('/mailbox/:mailId', { mailId: mail.id })}>HTMLで見る</a>
              </p>
            </details>
          </li>
        ))}
      </ul>
    </Page>
  )
}

/** Turns addresses into links, as mail programs do. */
function MailText({ text }: { readonly text: string }) {
  const parts = text.split(/(https?:\/\/[^\s）]+)/)
  return (
    <p className={css.text}>
      {parts.map((part, at) =>
        at % 2 === 1 ? (
          <a key={at} href={part}>
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  )
}
