import { data, Link } from 'react-router'
import { toldActs } from '~/brought-by-features.server.ts'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { inYen } from '~/features/orders/money.rules.ts'
import money from '~/features/orders/refund/ui/money.module.css'
import { setSalesBasis } from '~/features/orders/sales/commands.server.ts'
import { SalesFilesLink } from '~/features/orders/sales/files/ui/sales-files-link.tsx'
import { monthAsked, monthPage } from '~/features/orders/sales/page.queries.server.ts'
import { basisNames, dayName, monthName, shownBasis } from '~/features/orders/sales/rules.ts'
import css from '~/features/orders/sales/ui/month.module.css'
import {
  LateEntries,
  MonthDays,
  MonthSums,
  MonthsCompared,
  OrderLink,
  Part,
  Reconciled,
} from '~/features/orders/sales/ui/month-parts.tsx'
import { href } from '~/href.ts'
import { doneText } from '~/kernel/facts.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { DeskMore, DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/sales'

/** A month of the shop (M25); 404 for everybody but the owner, and for months that have not begun. */
export const loader = async ({ url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const month = monthAsked(ctx, url.searchParams.get('month') ?? '')
  if (month === undefined) throw data(null, { status: 404 })
  const page = await readOrUnavailable(ctx, 'a month', (db) => monthPage({ ...ctx, db }, month))
  return { page, requestId: ctx.newId(), done: doneText(toldActs, url.searchParams.get('done')) }
}

/** Counts by another day from the next month on (M28). */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  deskAction(
    context.get(appContext),
    request,
    press(setSalesBasis, {
      at: params,
      done: () => href('/admin/sales', { done: setSalesBasis.act.name }),
    }),
  )

/** So that the next press is about the basis that stands now. */
export const shouldRevalidate = reloadAfter([409])

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

type Page = Route.ComponentProps['loaderData']['page']

/** Beside the orders to ship, as きょう counts them. */
function HeldBack({ count, held }: Pick<Page['waiting'], 'count' | 'held'>) {
  const ready = count - held.review - held.dispute
  if (ready === count) return null
  return (
    <p>
      {`このうち発送できるのは${ready}件です。ほかは、まだ発送作業に出ていません：`}
      {held.review === 0 ? null : (
        <Link
          to={href('/admin/orders', { state: 'review' })}
        >{`支払い済みで確認が必要な注文 ${held.review}件`}</Link>
      )}
      {held.review > 0 && held.dispute > 0 ? '、' : null}
      {held.dispute === 0 ? null : (
        <Link
          to={href('/admin/orders', { state: 'disputed' })}
        >{`異議申し立て中の注文 ${held.dispute}件`}</Link>
      )}
    </p>
  )
}

function Unsent({ page: { isRunning, month, unsent, waiting, basis } }: { readonly page: Page }) {
  const kept = unsent ?? { ...waiting, orders: [] }
  return (
    <Part name={isRunning ? 'いま、支払い済みで未発送の注文' : '月末に、支払い済みで未発送だった注文'}>
      <p>
        {kept.count === 0 ? 'ありません。' : `${kept.count}件　${inYen(kept.amount)}`}
        {kept.count > 0 && basis.now === 'shipped' ? '（発送した月の売上に入ります）' : null}
      </p>
      {isRunning && kept.count > 0 ? (
        <>
          <HeldBack {...waiting} />
          <p>
            <Link to={href('/admin/orders')}>発送待ちの注文を見る</Link>
          </p>
        </>
      ) : null}
      {kept.orders.length === 0 ? null : (
        <DeskMore name={`${monthName(month)}末の注文`}>
          <ul className={css.rows}>
            {kept.orders.map(({ number, paidOn, amount }) => (
              <li key={number}>
                <OrderLink number={number} />
                {`　${dayName(paidOn)} 支払い　${inYen(amount)}`}
              </li>
            ))}
          </ul>
          {kept.count > kept.orders.length ? (
            <p>{`ほかに${kept.count - kept.orders.length}件あります。`}</p>
          ) : null}
        </DeskMore>
      )}
    </Part>
  )
}

function BestSellers({ sellers, isRunning }: Pick<Page, 'sellers' | 'isRunning'>) {
  return (
    <Part name="よく売れた商品">
      {sellers.length === 0 ? (
        <p>{isRunning ? 'まだありません。' : 'ありません。'}</p>
      ) : (
        <table className={css.sums}>
          <caption className="visually-hidden">よく売れた商品</caption>
          <thead>
            <tr>
              <th scope="col">商品</th>
              <th scope="col">数</th>
              <th scope="col">金額</th>
            </tr>
          </thead>
          <tbody>
            {sellers.map(({ number, name, units, amount }) => (
              <tr key={number}>
                <th scope="row">{`${name}（${number}）`}</th>
                <td className={css.count}>{`${units}点`}</td>
                <td>{inYen(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Part>
  )
}

const basisHint = {
  shipped: '商品を送った日の売上になります。ふつうはこちらです。',
  paid: 'お支払いのあった日の売上になります。',
} as const

function Basis({
  basis: { running, later, fromMonth },
  requestId,
  answer,
}: Pick<Page, 'basis'> & {
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}) {
  const from = monthName(fromMonth)
  return (
    <Part name="売上を数える日">
      <p>
        {`いまは${basisNames[running]}で数えています。`}
        {later === running ? null : <strong>{`${from}から${basisNames[later]}で数えます。`}</strong>}
      </p>
      <DeskMore name="数える日を変える" isOpen={answer !== undefined}>
        <DeskForm
          key={`${fromMonth} ${later}`}
          requestId={requestId}
          answer={answer}
          failed="変えられませんでした。"
          sentence={`${from}より前にお支払いのあった注文は、これまでどおりに数えます。一つの注文を二度数えることも、数えもらすこともありません。終わった月と、いまの月の数字は変わりません。`}
          button={`${from}から、これで数える`}
          busy="変えています…"
        >
          <input type="hidden" name="shown" value={shownBasis(fromMonth, later)} />
          <fieldset className={money.choices}>
            <legend>{`${from}から`}</legend>
            {(['shipped', 'paid'] as const).map((value) => (
              <label key={value} className={money.choice}>
                <input
                  type="radio"
                  name="basis"
                  value={value}
                  defaultChecked={(answer?.typed.basis ?? later) === value}
                />
                <span>
                  <strong>{basisNames[value]}</strong>
                  <small>{basisHint[value]}</small>
                </span>
              </label>
            ))}
          </fieldset>
          {answer?.errors?.basis === undefined ? null : <p className="error">{answer.errors.basis}</p>}
        </DeskForm>
      </DeskMore>
    </Part>
  )
}

function Standing({ page }: { readonly page: Page }) {
  if (!page.isComplete) return <Notice>まだ集計の途中です。少したってから開き直すと、すべて入ります。</Notice>
  if (page.isRunning)
    return (
      <Notice>
        この月はまだ終わっていません。きょうまでの数字で、発送や返金のたびに変わります。月が終わると、もう変わりません。
      </Notice>
    )
  return page.isOver ? null : (
    <Notice>
      この月を締めているところです。変わるのは、決済会社からまだ届いていない手数料だけです。届きしだい、おそくとも翌月の2日までに締めます。
    </Notice>
  )
}

/** 月の売上: sums, days, what to look at, and by which day the shop counts. */
export default function Sales({ loaderData: { page, requestId, done }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData)
  const { month, figures, monthBefore, yearBefore, late, former, next, basis } = page
  return (
    <DeskPage title={`${monthName(month)}の売上`} back={href('/admin/more')}>
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {done}
        </Notice>
      )}
      <nav className={css.ways} aria-label="月">
        {former === null ? (
          <span />
        ) : (
          <Link className="tap" to={href('/admin/sales', { month: former })}>
            ← 前の月
          </Link>
        )}
        <span>{`${basisNames[basis.now]}で数えています`}</span>
        {next === null ? (
          <span />
        ) : (
          <Link className="tap" to={href('/admin/sales', { month: next })}>
            次の月 →
          </Link>
        )}
      </nav>
      <Standing page={page} />
      <div className={css.month}>
        <div className={css.column}>
          <Part name="合計">
            {figures.sales.count === 0 && figures.remains === 0 ? (
              <p>この月の売上は、{page.isRunning ? 'まだ' : ''}ありません。</p>
            ) : null}
            <MonthSums figures={figures} />
          </Part>
          <Part name="入金予定">
            <p>
              <strong>{inYen(figures.payout)}</strong>
            </p>
            <p>
              この月に数えた売上から、カードへの返金・異議申し立て・決済手数料を引いた額です。銀行振込で返した分は引いてありません。
              いつ、いくら振り込まれたかは、決済会社の画面でご確認ください。
            </p>
          </Part>
          <Part name="日ごと">
            <MonthDays days={figures.days} month={month} />
          </Part>
          <Part name="前の月、前の年とくらべる">
            <MonthsCompared months={[figures, monthBefore, yearBefore]} />
          </Part>
          <LateEntries entries={late} late={figures.late} />
          <Unsent page={page} />
          <Basis basis={basis} requestId={requestId} answer={answer} />
        </div>
        <div className={css.column}>
          <Reconciled found={page.reconciliation} isRunning={page.isRunning} isOver={page.isOver} />
          <SalesFilesLink month={month} isOver={page.isOver} />
          <BestSellers sellers={page.sellers} isRunning={page.isRunning} />
        </div>
      </div>
    </DeskPage>
  )
}
