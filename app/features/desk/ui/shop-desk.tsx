import type { ReactNode } from 'react'
import {
  type TestMail,
  type TestMailStep,
  type TestMailView,
  testMailId,
  testMailOutcome,
} from '~/features/desk/test-mail.rules.ts'
import type { ProductChoice } from '~/features/products/desk/rules.ts'
import { ProductChooser } from '~/features/products/desk/ui/product-chooser.tsx'
import { holidayDays, longestMessage } from '~/features/shop/holidays/rules.ts'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { testMailsPerHour } from '~/kernel/mail.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { ValueFields } from '~/ui/chosen-above.tsx'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import { TextField } from '~/ui/form.tsx'
import { type ShopView, shopStateOf, shopStates } from '../shop.rules.ts'
import css from './shop-desk.module.css'
import { answerTo, ShopForm } from './shop-form.tsx'

/** Sends the owner one mail and tells what became of it, step by step (N66). */
function TestMailSection({
  view: { recipient, last, trouble },
  requestId,
  answer,
}: {
  readonly view: TestMailView
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}) {
  return (
    <section className={css.section}>
      <h2 id={testMailId}>お店からのメール</h2>
      {trouble === null ? null : <p className={css.trouble}>いま、メールを送れません。{trouble}</p>}
      <ShopForm
        button="試しのメールを送る"
        busy="送っています…（長くて20秒）"
        look="secondary"
        act="test-mail"
        failed="試しのメールを送れませんでした。"
        requestId={requestId}
        answer={answer}
      >
        <p>
          お店のメールサーバーから、<strong>{recipient}</strong>{' '}
          {`へ1通送り、どこまで進んだかをお知らせします。お客様には何も届きません。1時間に${testMailsPerHour}通までです。`}
        </p>
      </ShopForm>
      {last === null ? null : <LastTestMail {...last} />}
    </section>
  )
}

function LastTestMail({ at, steps }: TestMail) {
  return (
    <>
      <h3>{deskMoment(at)}に送った試しのメール</h3>
      {steps === null ? (
        <p>{testMailOutcome({ steps }).text}</p>
      ) : (
        <ol className={`stack-2 ${css.steps}`}>
          {steps.map((step) => (
            <Step key={step.text} {...step} />
          ))}
        </ol>
      )}
    </>
  )
}

const signs = { done: '○', skipped: '－', failed: '×' } as const

function Step({ state, text, said }: TestMailStep) {
  return (
    <li className={state === 'failed' ? css.trouble : undefined}>
      <span aria-hidden="true">{signs[state]}</span>
      <span>
        {text}
        {said === '' ? null : (
          <span className={css.since}>
            くわしく：<span lang="en">{said}</span>
          </span>
        )}
      </span>
    </li>
  )
}

interface Parts {
  readonly view: ShopView
  readonly answer: DeskAnswer | undefined
}

/** What a search found whose sale may be stopped. */
interface Found {
  readonly found: readonly ProductChoice[]
}

export function ShopDesk({ view, answer, found }: Parts & Found) {
  return (
    <>
      <ShopStates view={view} answer={answer} />
      <section className={css.section}>
        <h2>お支払いの途中のお客様</h2>
        <p>
          {view.openPayments === 0
            ? 'いません。'
            : `${view.openPayments}人。いま開いている支払いページでは、販売を止めても最長1時間、お支払いができます。支払われた注文は有効です。`}
        </p>
      </section>
      <ClosedProducts view={view} answer={answer} found={found} />
      <FeedInShort feed={view.feed} prices={view.prices.length} />
      <TestMailSection view={view.testMail} requestId={view.requestId} answer={answer} />
    </>
  )
}

function FeedInShort({ feed, prices }: Pick<ShopView, 'feed'> & { readonly prices: number }) {
  return (
    <section className={css.section}>
      <h2>商品の表と価格の確認</h2>
      {feed?.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {prices === 0 ? null : <p>価格の確認を待っている商品が{prices}点あります。</p>}
      <ButtonLink look="secondary" to={href('/admin/feed')}>
        {feed === null ? '価格の確認を見る' : '商品の表を見る'}
      </ButtonLink>
    </section>
  )
}

/** The three states of the shop as choices, each with what leads there and when it began or begins (N81). */
function ShopStates(parts: Parts) {
  const { closure } = parts.view
  const now = shopStateOf(closure)
  return (
    <section className={css.section}>
      <h2>営業</h2>
      <p className={`${css.state} ${now === 'open' ? '' : css.closed}`}>
        いまは{shopStates[now].name}です
        {closure === null ? null : `（${closure.holiday ?? `${deskMoment(closure.since)}から`}）`}。
      </p>
      <ul className={css.states}>
        <StateChoice state="open" now={now}>
          <Opening {...parts} />
        </StateChoice>
        <StateChoice state="looking" now={now}>
          <Looking {...parts} />
        </StateChoice>
        <StateChoice state="holiday" now={now}>
          <HolidayPlan {...parts} />
        </StateChoice>
      </ul>
    </section>
  )
}

function StateChoice({
  state,
  now,
  children,
}: {
  readonly state: keyof typeof shopStates
  readonly now: keyof typeof shopStates
  readonly children: ReactNode
}) {
  const { name, about } = shopStates[state]
  return (
    <li aria-current={state === now ? 'true' : undefined}>
      <h3>
        {name}
        {state === now ? <span className={css.now}>いま</span> : null}
      </h3>
      <p className={css.about}>{about}</p>
      {children}
    </li>
  )
}

function Opening({ view: { closure, mark, requestId }, answer }: Parts) {
  if (closure === null) return null
  return (
    <>
      {shopStateOf(closure) === 'holiday' ? <p>営業中に戻すと、お休みの予定も終わります。</p> : null}
      <ShopForm
        button="営業中に戻す"
        busy="戻しています…"
        look="primary"
        act="open"
        requestId={requestId}
        version={mark}
        answer={answer}
        failed="営業中に戻せませんでした。"
      />
    </>
  )
}

function Looking({ view: { closure, mark, drawn, requestId }, answer }: Parts) {
  const now = shopStateOf(closure)
  if (now === 'holiday') return <p>お休みのあいだは、もう見るだけです。</p>
  const typed = answerTo('close', '', answer)
  const isNow = now === 'looking'
  return (
    <ShopForm
      button={isNow ? 'お知らせを変える' : '見るだけにする'}
      busy={isNow ? '変えています…' : '止めています…'}
      look="secondary"
      act="close"
      stored={mark}
      requestId={requestId}
      version={mark}
      drawn={drawn}
      answer={answer}
      failed={isNow ? 'お知らせを変えられませんでした。' : '見るだけにできませんでした。'}
    >
      <TextField
        name="message"
        label="お客様へのお知らせの1行"
        hint={`${longestMessage}文字まで。空のままでもかまいません。`}
        defaultValue={typed?.typed.message ?? closure?.message}
        error={typed?.errors?.message}
      />
      {isNow ? null : (
        <p>販売をすぐに止め、すべてのページにお知らせを出します。お客様のカートは、そのまま残ります。</p>
      )}
    </ShopForm>
  )
}

/** Plans a holiday of the shop (N60). */
function HolidayPlan({ view: { holiday, holidayMark, holidayDrawn, requestId }, answer }: Parts) {
  const own = answerTo('holiday', '', answer)
  const field = (name: 'from' | 'to' | 'message') => ({
    name,
    defaultValue: own?.typed[name] ?? holiday?.[name],
    error: own?.errors?.[name],
  })
  const form = { requestId, answer, version: holidayMark }
  return (
    <>
      {holiday === null ? (
        <p>予定はありません。</p>
      ) : (
        <>
          <p className={css.planned}>
            {holidayDays(holiday)}
            {holiday.message === '' ? null : <span className={css.since}>「{holiday.message}」</span>}
          </p>
          <ShopForm
            button="予定を取り消す"
            busy="取り消しています…"
            look="secondary"
            act="no-holiday"
            failed="お休みの予定を取り消せませんでした。"
            {...form}
          />
        </>
      )}
      <ShopForm
        button={holiday === null ? 'この予定にする' : '予定を変える'}
        busy="決めています…"
        look="secondary"
        act="holiday"
        stored={holidayMark}
        drawn={holidayDrawn}
        failed="お休みの予定を決められませんでした。"
        {...form}
      >
        <div className={css.dates}>
          <ValueFields name="days">
            <TextField type="date" label="最初の日" required {...field('from')} />
            <TextField type="date" label="最後の日" required {...field('to')} />
          </ValueFields>
          <TextField
            label="お休みのあいだの、お知らせの1行"
            hint={`${longestMessage}文字まで。空のままでもかまいません。再開の日は、自動で添えます。`}
            {...field('message')}
          />
        </div>
        <p>最初の日の0時に販売を止め、最後の日が終わると開きます。お届けの目安も、この日を除いて数えます。</p>
      </ShopForm>
    </>
  )
}

function ClosedProducts({ view: { closedItems, requestId }, answer, found }: Parts & Found) {
  const typed = answerTo('close-product', '', answer)
  return (
    <section className={css.section}>
      <h2>販売を休止している商品</h2>
      {closedItems.length === 0 ? <p>ありません。</p> : null}
      <ul className={css.rows}>
        {closedItems.map(({ number, name, closedAt }) => (
          <li key={number}>
            <p>
              <strong>{number}</strong> {name ?? '（いまの一覧にはありません）'}
              <span className={css.since}>{deskMoment(closedAt)}から</span>
            </p>
            <ShopForm
              button="再開する"
              busy="再開しています…"
              look="secondary"
              act="open-product"
              row={number}
              requestId={requestId}
              answer={answer}
              failed="販売を再開できませんでした。"
            ></ShopForm>
          </li>
        ))}
      </ul>
      <ShopForm
        button="この商品の販売を休止する"
        busy="休止しています…"
        look="secondary"
        act="close-product"
        stored={closedItems.map(({ number }) => number).join(' ')}
        requestId={requestId}
        answer={answer}
        failed="販売を休止できませんでした。"
      >
        <ProductChooser
          name="number"
          legend="休止する商品"
          label="管理番号か名前でさがす"
          hint="一覧を読み込み直しても、休止のままです。"
          chosen={typed?.typed.number ? [typed.typed.number] : []}
          found={found}
          typed={typed?.typed.numberSearch}
          error={typed?.errors?.number}
        />
      </ShopForm>
    </section>
  )
}
