import type { Stripe } from 'stripe'
import {
  addressFields,
  contactFields,
  type FieldName,
  type FieldProblems,
  fieldNames,
  fields,
  prefectures,
  type Typed,
} from './pay-form.ts'
import { frame, type Html, html } from './pay-page-frame.ts'
import { type LineItem, totalOf } from './requests.ts'

const yen = (amount: number): string => `${amount.toLocaleString('ja-JP')}円`

const isShipping = ({ metadata }: LineItem): boolean => metadata.managementNumber === 'shipping'

const lineView = (line: LineItem, origin: string): Html => {
  const { unit_amount: price, product_data: product } = line.price_data
  const image = product.images?.find((address) => URL.parse(address)?.origin === origin)
  return html`<li class="line">
${image !== undefined && html`<img src="${image}" alt="" width="64" height="64">`}
<div class="line-text">
<p class="line-name">${product.name}</p>
${product.description !== undefined && html`<p class="line-description">${product.description}</p>`}
<p class="line-count">${yen(price)} × ${line.quantity}</p>
</div>
<p class="line-amount">${yen(totalOf([line]))}</p>
</li>`
}

const summaryView = (lines: readonly LineItem[], origin: string): Html => {
  const products = lines.filter((line) => !isShipping(line))
  const shipping = lines.filter(isShipping)
  return html`<section class="summary" aria-labelledby="summary-title">
<h2 id="summary-title">ご注文内容</h2>
<ul class="lines">${products.map((line) => lineView(line, origin))}</ul>
<dl class="totals">
${shipping.map((line) => html`<div><dt>${line.price_data.product_data.name}</dt><dd>${yen(totalOf([line]))}</dd></div>`)}
<div class="total"><dt>合計（税込）</dt><dd>${yen(totalOf(lines))}</dd></div>
</dl>
</section>`
}

const fieldView = (
  name: FieldName,
  typed: string,
  problem: string | undefined,
  isFirstProblem: boolean,
): Html => {
  const { label, autocomplete } = fields[name]
  const state = html`${problem !== undefined && html` aria-invalid="true" aria-describedby="${name}-problem"`}${isFirstProblem && html` autofocus`}`
  const shared = html`id="${name}" name="${name}" autocomplete="${autocomplete}"${state}`
  const options = ['', ...prefectures].map(
    (each) =>
      html`<option value="${each}"${each === typed && html` selected`}>${each || '選んでください'}</option>`,
  )
  const type = { email: 'email', phone: 'tel' }[String(name)] ?? 'text'
  const control =
    name === 'state'
      ? html`<select ${shared} required>${options}</select>`
      : html`<input ${shared} type="${type}" value="${typed}"${name !== 'line2' && html` required`}${name === 'postalCode' && html` inputmode="numeric"`}>`
  return html`<div class="field field-${name}">
<label for="${name}">${label}${name === 'line2' && html`<span class="optional">（任意）</span>`}</label>
${control}
${problem !== undefined && html`<p class="problem" id="${name}-problem">${problem}</p>`}
</div>`
}

export interface PayPageState {
  readonly typed: Readonly<Typed>
  readonly problems: FieldProblems
  readonly declined: boolean
}

const alertView = ({ problems, declined }: PayPageState): Html => {
  const count = Object.keys(problems).length
  const text = declined
    ? html`<strong>カードが拒否されました。</strong>お支払いは行われていません。もう一度お試しください。`
    : html`<strong>${count}か所の入力をお確かめください。</strong>お支払いはまだ行われていません。`
  return html`<div aria-live="assertive" class="alerts">${
    (declined || count > 0) &&
    html`<p class="alert" role="alert" tabindex="-1"${declined && html` autofocus`}>${text}</p>`
  }</div>`
}

/** `origin` is the page's own: pictures from elsewhere are not shown. */
export const payPageView = (
  { session, lines }: { readonly session: Stripe.Checkout.Session; readonly lines: readonly LineItem[] },
  state: PayPageState,
  origin: string,
): string => {
  const firstProblem = fieldNames.find((name) => state.problems[name] !== undefined)
  const view = (name: FieldName) =>
    fieldView(name, state.typed[name], state.problems[name], name === firstProblem)
  const content = html`<header class="head">
<h1>お支払い</h1>
</header>
<div class="columns">
${summaryView(lines, origin)}
<form class="payer" method="post" action="/practice/pay/${session.id}" novalidate>
${alertView(state)}
<fieldset><legend>ご連絡先</legend>${contactFields.map(view)}</fieldset>
<fieldset class="address"><legend>お届け先</legend>
<p class="shop-text">${session.custom_text.shipping_address?.message}</p>
${addressFields.map(view)}</fieldset>
<section class="card" aria-labelledby="card-title"><h2 id="card-title">カード</h2>
<p>練習用のカード <span class="card-number">4242 4242 4242 4242</span> で支払います。入力はいりません。</p></section>
<p class="shop-text">${session.custom_text.submit?.message}</p>
<div class="buttons">
<button class="button pay" type="submit" name="press" value="pay">支払う</button>
<button class="button decline" type="submit" name="press" value="decline">カード拒否<span class="hint">（拒否される場合を試す）</span></button>
<a class="back" href="${session.cancel_url}">戻る</a>
</div>
</form>
</div>`
  const hasTrouble = state.declined || firstProblem !== undefined
  return frame(`${hasTrouble ? 'エラー: ' : ''}お支払い`, content)
}
