import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import { type Sheet, sheetNames } from '../rules.ts'
import type { DeskOrder } from '../types.ts'
import css from './order-desk.module.css'
import { OrderMoneyOf } from './order-money.tsx'
import { OrderMails, OrderNotes } from './order-notes.tsx'
import { DeliveryAddressOf, OrderHistory, OrderLinesOf, OrderState, Section } from './order-sections.tsx'

export function OrderBody({
  order,
  sheets,
  pathOf,
  requestId,
  answer,
}: {
  readonly order: DeskOrder
  readonly sheets: readonly Sheet[]
  readonly pathOf: (sheet: Sheet) => string
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}) {
  const { owners, notes, history } = order
  return (
    <>
      <OrderState order={order} />
      <div className={`stack-4 ${css.columns}`}>
        <div className={css.column}>
          <Section name="お届け先">
            <DeliveryAddressOf order={order} />
          </Section>
          <Section name="商品">
            <OrderLinesOf order={order} />
          </Section>
          <Section name="メモ">
            <OrderNotes notes={notes} requestId={requestId} answer={answer} />
          </Section>
        </div>
        <div className={css.column}>
          {owners === null ? null : (
            <>
              <Section name="お金">
                <OrderMoneyOf money={owners.money} order={order} />
              </Section>
              <Section name="メール">
                <p className={css.note}>{owners.email ?? 'アドレスがありません'}</p>
                <OrderMails mails={owners.mails} requestId={requestId} answer={answer} />
              </Section>
            </>
          )}
          <Acts sheets={sheets} pathOf={pathOf} accessToken={owners?.accessToken ?? null} />
        </div>
      </div>
      <Section name="経過">
        <OrderHistory entries={history} />
      </Section>
    </>
  )
}

function Acts({
  sheets,
  pathOf,
  accessToken,
}: {
  readonly sheets: readonly Sheet[]
  readonly pathOf: (sheet: Sheet) => string
  /** Opens the buyer's page; null for a packer. */
  readonly accessToken: string | null
}) {
  if (sheets.length === 0 && accessToken === null) return null
  return (
    <Section name="できること">
      <div className={`row-2 ${css.acts}`}>
        {sheets.map((sheet) => (
          <ButtonLink key={sheet} look="secondary" to={pathOf(sheet)}>
            {sheetNames[sheet]}
          </ButtonLink>
        ))}
        {accessToken === null ? null : (
          <ButtonLink look="secondary" to={href('/order/:token', { token: accessToken })} reloadDocument>
            お客様の画面・納品書
          </ButtonLink>
        )}
      </div>
    </Section>
  )
}
