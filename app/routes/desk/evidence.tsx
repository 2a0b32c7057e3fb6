import type { ReactNode } from 'react'
import { data } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { evidenceOf } from '~/features/desk/evidence.queries.server.ts'
import { disputeFactsText, type Evidence } from '~/features/desk/evidence.rules.ts'
import css from '~/features/desk/ui/evidence-sheet.module.css'
import { wholePlaceOf } from '~/features/orders/address.rules.ts'
import { parcelsText } from '~/features/orders/carriers.rules.ts'
import {
  exchangeDifference,
  exchangeDifferenceText,
  exchangedText,
  linesNow,
  orderedName,
} from '~/features/orders/exchanges.rules.ts'
import { inYen } from '~/features/orders/money.rules.ts'
import { addressee, recipientName } from '~/features/orders/rules.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { href } from '~/href.ts'
import { displayMoment } from '~/kernel/dates.ts'
import { domesticPhone } from '~/kernel/links.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonOutLink } from '~/ui/button.tsx'
import { DeskMore, DeskPage } from '~/ui/desk-page.tsx'
import { Facts } from '~/ui/facts.tsx'
import type { Route } from './+types/evidence'

export function EvidenceSheet({ evidence }: { readonly evidence: Evidence }) {
  const difference = exchangeDifference(evidence)
  const { number, lines, shipping, total, texts, mails, disputes, paymentIntent } = evidence
  return (
    <article className={css.sheet}>
      <p className={css.onScreen}>
        この画面を印刷して（PDFにもできます）、決済サービスの管理画面から回答に添えてください。回答そのものは、そちらで送ります。
      </p>
      {disputes.map(({ id, amount, reason, status, dueBy, dashboard }) => (
        <section key={id}>
          <h2>異議申し立て {inYen(amount)}</h2>
          <p>
            {disputeFactsText({ reason, status })}
            {dueBy === null ? '' : `・回答期限 ${displayMoment(dueBy)}`}
          </p>
          <p className={css.onScreen}>
            <ButtonOutLink href={dashboard}>決済サービスの管理画面で答える</ButtonOutLink>
          </p>
          <DeskMore name="決済サービスでの番号" className={css.onScreen}>
            <small>{id}</small>
          </DeskMore>
        </section>
      ))}
      <section>
        <h2>ご注文 {number}</h2>
        <Facts facts={orderFacts(evidence)} />
      </section>
      <section>
        <h2>商品</h2>
        <ul className={css.lines}>
          {linesNow(lines).map((line) => (
            <li key={line.position}>
              <span>
                {line.number} {nameWithColour(line)} {inYen(line.unitPrice)}×{line.quantity}
                {line.exchangedFrom == null ? '' : `（${exchangedText(orderedName(lines, line) ?? '')}）`}
              </span>
              <span>{inYen(line.amount)}</span>
            </li>
          ))}
          {difference === 0 ? null : (
            <li>
              <span>{exchangeDifferenceText}</span>
              <span>{inYen(difference)}</span>
            </li>
          )}
          <li>
            <span>送料</span>
            <span>{inYen(shipping)}</span>
          </li>
          <li>
            <strong>合計（税込）</strong>
            <strong>{inYen(total)}</strong>
          </li>
        </ul>
      </section>
      <section>
        <h2>お申し込みのときに表示した文</h2>
        {texts.length === 0 ? <p>ありません。</p> : null}
        {texts.map((text) => (
          <p key={text} className={css.text}>
            {text}
          </p>
        ))}
      </section>
      <section>
        <h2>お送りしたメール</h2>
        {mails.length === 0 ? <p>ありません。</p> : null}
        {mails.map(({ subject, sentAt, text }) => (
          <div key={`${subject} ${sentAt}`}>
            <p>
              <strong>{subject}</strong> {sentAt === null ? '（未送信）' : displayMoment(sentAt)}
            </p>
            {text === '' ? null : <p className={css.text}>{text}</p>}
          </div>
        ))}
      </section>
      <DeskMore name="決済サービスでの番号">
        <p className="small">支払い {paymentIntent ?? 'なし'}</p>
        {disputes.map(({ id }) => (
          <p key={id} className="small">
            異議申し立て {id}
          </p>
        ))}
      </DeskMore>
    </article>
  )
}

const orderFacts = (evidence: Evidence): { name: string; value: ReactNode }[] => {
  const { customer, createdAt, paidAt, shippedAt, parcels } = evidence
  const { address } = customer
  const moment = (at: number | null) => (at === null ? 'まだ' : displayMoment(at))
  const place =
    address === null
      ? ''
      : `〒${address.postalCode} ${wholePlaceOf(address)}　${addressee(recipientName(customer))}`
  return [
    { name: 'お客様', value: addressee(customer.name) },
    { name: 'メールアドレス', value: customer.email ?? '' },
    { name: '電話番号', value: domesticPhone(customer.phone ?? '') },
    { name: 'お届け先', value: place },
    { name: 'ご注文日時', value: moment(createdAt) },
    { name: 'お支払い日時', value: moment(paidAt) },
    { name: '発送日時', value: moment(shippedAt) },
    { name: 'お問い合わせ番号', value: parcelsText(parcels) || 'なし' },
  ]
}

/** The evidence of an order for a disputed payment; for the owner. */
export const loader = async ({ context, params }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const evidence = await readOrUnavailable(ctx, 'evidence', (db) => evidenceOf(db, params.number))
  if (evidence === undefined) throw data(null, { status: 404 })
  return { evidence }
}

export default function EvidencePage({ loaderData: { evidence } }: Route.ComponentProps) {
  return (
    <DeskPage
      title={`カード会社への記録 ${evidence.number}`}
      back={href('/admin/orders/:number', { number: evidence.number })}
    >
      <EvidenceSheet evidence={evidence} />
    </DeskPage>
  )
}
