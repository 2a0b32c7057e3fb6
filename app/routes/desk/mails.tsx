import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { undeliveredList } from '~/features/desk/mails.queries.server.ts'
import type { UndeliveredMail } from '~/features/desk/mails.rules.ts'
import css from '~/features/desk/ui/shop-desk.module.css'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { deadMailDays } from '~/kernel/mail.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import type { Route } from './+types/mails'

function UndeliveredMails({ mails }: { readonly mails: readonly UndeliveredMail[] }) {
  if (mails.length === 0) return <EmptyBox said="届いていないメールはありません。" />
  return (
    <section className={css.section}>
      <p>
        {`待っているメールは、届くまで自動で送り直します。届けられなかったものは、${deadMailDays}日のあいだここに残ります。お客様には、別の方法でお知らせください。`}
      </p>
      <ul className={css.rows}>
        {mails.map(({ id, subject, recipient, orderNumber, isDead, attempts, why, createdAt }) => (
          <li key={id}>
            <p>
              <strong>{subject}</strong>
              <span className={css.since}>
                {recipient} ・ {deskMoment(createdAt)}
              </span>
              <span className={css.since}>
                {isDead ? '届けられませんでした' : `待っています（${attempts}回試しました）`}
                {why.text === '' ? '' : `：${why.text}`}
              </span>
              {why.said === '' ? null : (
                <span className={css.since}>
                  エラーの内容：<span lang="en">{why.said}</span>
                </span>
              )}
            </p>
            {orderNumber === null ? null : (
              <ButtonLink look="secondary" to={href('/admin/orders/:number', { number: orderNumber })}>
                注文 {orderNumber} を開く
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Mails that could not be delivered; for the owner. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  return { mails: await readOrUnavailable(ctx, 'mails', (db) => undeliveredList(db, ctx.now())) }
}

export default function Mails({ loaderData: { mails } }: Route.ComponentProps) {
  return (
    <DeskPage title="届いていないメール" back={href('/admin')}>
      <UndeliveredMails mails={mails} />
    </DeskPage>
  )
}
