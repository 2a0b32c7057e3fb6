import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { disputeText } from '~/features/orders/money.rules.ts'
import { longestNote } from '~/features/orders/shipping.rules.ts'
import { href } from '~/href.ts'
import { deskDay, deskMoment } from '~/kernel/dates.ts'
import { mailLink } from '~/kernel/links.ts'
import { formatNumber } from '~/kernel/money.ts'
import { ButtonLink } from '~/ui/button.tsx'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import { DeskMore } from '~/ui/desk-page.tsx'
import { FormCard, SubmitButton, TextArea } from '~/ui/form.tsx'
import { useTypedText } from '~/ui/use-typed-text.ts'
import { sampleInAddress } from '../../receipt/rules.ts'
import { DeskReceipts } from '../../receipt/ui/desk-receipts.tsx'
import { mostOthers, type Sheet, sheetNames } from '../rules.ts'
import type { DeskMoney, DeskNote, DeskOrder } from '../types.ts'
import css from './order-desk.module.css'
import { DeliveryAddressOf, OrderHistory, OrderLinesOf, OrderState, Section } from './order-sections.tsx'

function OrderNotes({
  notes,
  requestId,
  answer,
}: {
  readonly notes: readonly DeskNote[]
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}) {
  const own = answer?.act === 'note' ? answer : undefined
  const typedText = useTypedText()
  return (
    <>
      {notes.map(({ id, writtenAt, writtenBy, text }) => (
        <div key={id}>
          <p className={css.note}>{text}</p>
          <p className="small">
            {deskMoment(writtenAt)} {writtenBy}
          </p>
        </div>
      ))}
      <FormCard key={notes.length} failure={own?.failure} failed="メモを書けませんでした。" {...typedText}>
        <input type="hidden" name="act" value="note" />
        <input type="hidden" name="requestId" value={own?.requestId ?? `${requestId}-note`} />
        <TextArea
          name="text"
          label="メモを書く"
          required
          rows={2}
          maxLength={longestNote}
          hint="お客様には見えません。"
          defaultValue={own?.typed?.text}
          error={own?.errors?.text}
        />
        <SubmitButton look="secondary" busy="書いています…">
          書く
        </SubmitButton>
      </FormCard>
    </>
  )
}

/** When label and delivery note were made, and whether the note has prices. */
function OrderPaper({
  paper: { hidesPrices, labelAt, noteAt },
  requestId,
  answer,
}: {
  readonly paper: DeskOrder['paper']
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}) {
  const own = answer?.act === 'prices' ? answer : undefined
  return (
    <>
      {labelAt === null ? null : <p className="small">{`送り状 書き出し済み ${deskMoment(labelAt)}`}</p>}
      {noteAt === null ? null : <p className="small">{`納品書 印刷済み ${deskMoment(noteAt)}`}</p>}
      <p>{hidesPrices ? '納品書に金額を載せません（贈り物など）。' : '納品書に金額を載せます。'}</p>
      <FormCard failure={own?.failure} failed="納品書の金額を変えられませんでした。">
        <input type="hidden" name="act" value="prices" />
        <input type="hidden" name="requestId" value={own?.requestId ?? `${requestId}-prices`} />
        <input type="hidden" name="hides" value={hidesPrices ? '' : '1'} />
        <SubmitButton look="secondary" busy="変えています…">
          {hidesPrices ? '納品書に金額を載せる' : '納品書に金額を載せない'}
        </SubmitButton>
      </FormCard>
    </>
  )
}

const mailStates = { queued: '送っています', sent: '送信済み', dead: '届きませんでした' } as const

function OrderMails({
  mails,
  requestId,
  answer,
}: {
  readonly mails: NonNullable<DeskOrder['owners']>['mails']
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}) {
  if (mails.length === 0) return <p className="small">お客様へのメールは、まだありません。</p>
  return (
    <ul className={css.mails}>
      {mails.map(({ id, kind, name, state, isPutAside, createdAt, endedAt, mayBeSentAgain, waitsUntil }) => {
        const own = answer?.act === kind ? answer : undefined
        const aside = answer?.act === 'aside' && answer.typed.mail === id ? answer : undefined
        return (
          <li key={id}>
            <span>
              {name}
              <br />
              <span className={state === 'dead' && !isPutAside ? css.review : 'small'}>
                {waitsUntil === null
                  ? `${mailStates[state]} ${deskMoment(endedAt ?? createdAt)}${isPutAside ? '（片づけました）' : ''}`
                  : `${deskMoment(waitsUntil)} に送ります`}
              </span>
            </span>
            {mayBeSentAgain ? (
              <FormCard failure={own?.failure} failed="メールを送り直せませんでした。">
                <input type="hidden" name="act" value={kind} />
                <input type="hidden" name="requestId" value={own?.requestId ?? `${requestId}-${kind}`} />
                <SubmitButton look="secondary" busy="送っています…">
                  送り直す
                </SubmitButton>
              </FormCard>
            ) : null}
            {state === 'dead' && !isPutAside ? (
              <FormCard failure={aside?.failure} failed="片づけられませんでした。">
                <input type="hidden" name="act" value="aside" />
                <input type="hidden" name="mail" value={id} />
                <input
                  type="hidden"
                  name="requestId"
                  value={aside?.requestId ?? `${requestId}-aside-${id}`}
                />
                <SubmitButton look="quiet" busy="片づけています…">
                  <span>
                    ほかの方法で
                    <wbr />
                    知らせたので
                    <wbr />
                    片づける
                  </span>
                </SubmitButton>
              </FormCard>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

const refundStates: Readonly<Record<string, string>> = {
  asked: '依頼中',
  pending: '手続き中',
  requires_action: '手続き中',
  succeeded: '済み',
  failed: 'できませんでした',
  canceled: '取りやめ',
}

const roles = { first: 'お支払い', second: '二つ目のお支払い', unmatched: '注文と合わないお支払い' } as const

/** Payments, refunds and disputes; for the owner only. */
function OrderMoneyOf({
  money: { payments, refunds, disputes },
  order: { lines, number },
}: {
  readonly money: DeskMoney
  readonly order: Pick<DeskOrder, 'lines' | 'number'>
}) {
  if (payments.length === 0) return <p className="small">お支払いの記録は、まだありません。</p>
  return (
    <>
      <ul className={`stack-2 ${css.moves}`}>
        {payments.map(({ paymentIntent, receivedAt, amount, role, fee }) => (
          <li key={paymentIntent}>
            <span>
              {roles[role]} {deskDay(receivedAt)}
            </span>
            <span>{formatNumber(amount)}円</span>
            <small>{fee === null ? '手数料は、まだわかりません' : `手数料 ${formatNumber(fee)}円`}</small>
          </li>
        ))}
        {refunds.map(({ id, askedAt, amount, state, reason, failure, isOpen, lines: parts }) => (
          <li key={id}>
            <span>
              返金（{refundStates[state] ?? state}） {deskDay(askedAt)}
            </span>
            <span>−{formatNumber(amount)}円</span>
            <small>
              {[...parts.map((part) => partText(part, lines)), reason, failure]
                .filter((each) => each !== null)
                .join('・')}
            </small>
            {isOpen ? (
              <Link to={href('/admin/orders/:number/refund', { number })}>
                もう一度返す・振込で返した・返さない
              </Link>
            ) : null}
          </li>
        ))}
        {disputes.map((dispute) => (
          <li key={dispute.id}>
            <span>{disputeText(dispute) ?? '異議申し立て（お店の主張が認められました）'}</span>
            <span>{deskDay(dispute.openedAt)}</span>
            <small>
              <Link to={href('/admin/orders/:number/evidence', { number })}>{sheetNames.evidence}</Link>
            </small>
          </li>
        ))}
      </ul>
      <DeskMore name="決済サービスでの番号">
        {payments.map(({ paymentIntent, role }) => (
          <p key={paymentIntent} className="small">
            {roles[role]} {paymentIntent}
          </p>
        ))}
        {disputes.map(({ id }) => (
          <p key={id} className="small">
            異議申し立て {id}
          </p>
        ))}
      </DeskMore>
    </>
  )
}

const partText = (
  { part, position, units, amount }: DeskMoney['refunds'][number]['lines'][number],
  lines: DeskOrder['lines'],
): string => {
  const sum = `${formatNumber(amount)}円`
  if (part === 'shipping') return `送料 ${sum}`
  return part === 'other' ? `その他 ${sum}` : `${lines[position ?? -1]?.number ?? '商品'} ×${units} ${sum}`
}

/** What is done and asked stands first, and on a wide screen beside the rest, in sight; `next` is the next act. */
export function OrderBody({
  order,
  next,
  sheets,
  pathOf,
  requestId,
  answer,
}: {
  readonly order: DeskOrder
  readonly next: ReactNode
  readonly sheets: readonly Sheet[]
  readonly pathOf: (sheet: Sheet) => string
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}) {
  const { owners, notes, history } = order
  return (
    <div className={`stack-4 ${css.columns}`}>
      <div className={css.side}>
        <div className={css.state}>
          <OrderState order={order} />
          <div className={css.next}>{next}</div>
        </div>
        <Acts sheets={sheets} pathOf={pathOf} accessToken={owners?.accessToken ?? null} />
        <Section name="お届け先" place="address">
          <DeliveryAddressOf order={order} />
          {owners === null || owners.others === 0 ? null : (
            <p>
              <Link to={href('/admin/orders', { state: 'all', buyer: order.number })}>
                この方のほかの注文 {owners.others}件{owners.others < mostOthers ? '' : '以上'}
              </Link>
            </p>
          )}
        </Section>
        <Section name="メモ" place="notes">
          <OrderNotes notes={notes} requestId={requestId} answer={answer} />
        </Section>
        {owners === null ? null : (
          <Section name="お金" place="money">
            <OrderMoneyOf money={owners.money} order={order} />
          </Section>
        )}
      </div>
      <div className={css.column}>
        <Section name="商品" place="lines">
          <OrderLinesOf order={order} />
        </Section>
        <Section name="経過" place="history">
          <OrderHistory entries={history} />
        </Section>
        {owners === null ? null : (
          <Section name="メール" place="mails">
            <p className={css.note}>
              {owners.email === null ? (
                'アドレスがありません'
              ) : (
                <a href={mailLink(owners.email)}>{owners.email}</a>
              )}
            </p>
            <OrderMails mails={owners.mails} requestId={requestId} answer={answer} />
          </Section>
        )}
        {owners === null || !(order.practice || owners.receipts.length > 0) ? null : (
          <Section name="領収書" place="receipts">
            {order.practice ? (
              <>
                <p className={css.note}>練習の注文なので、領収書は発行しません。</p>
                {order.paidAt === null ? null : (
                  <p>
                    <Link
                      className="tap"
                      reloadDocument
                      to={href('/admin/orders/:number/receipt/:document', {
                        number: order.number,
                        document: sampleInAddress,
                      })}
                    >
                      領収書の見本を開く
                    </Link>
                  </p>
                )}
              </>
            ) : (
              <DeskReceipts number={order.number} receipts={owners.receipts} />
            )}
          </Section>
        )}
        <Section name="納品書と送り状" place="paper">
          <OrderPaper paper={order.paper} requestId={requestId} answer={answer} />
        </Section>
      </div>
    </div>
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
    <Section name="できること" place="acts">
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
