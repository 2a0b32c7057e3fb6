import { type Html, html } from './html-template.ts'
import { type FieldName, type FieldProblems, fieldsOf, prefectures, type Typed } from './pay-form.ts'
import { frame } from './pay-page-frame.ts'
import { type SessionLine, type SessionRecord, totalOf } from './session-record.ts'

const yen = (amount: number): string => `${amount.toLocaleString('ja-JP')}円`

const isShipping = (line: SessionLine): boolean =>
  line.metadata.managementNumber === 'shipping' || line.productMetadata.managementNumber === 'shipping'

const lineView = (line: SessionLine, origin: string): Html => {
  const showsImage = line.image !== null && URL.parse(line.image)?.origin === origin
  return html`<li class="line">
${showsImage && html`<img src="${line.image}" alt="" width="64" height="64">`}
<div class="line-text">
<p class="line-name">${line.name}</p>
${line.description !== null && html`<p class="line-description">${line.description}</p>`}
<p class="line-count">${yen(line.unitAmount)} × ${line.quantity}</p>
</div>
<p class="line-amount">${yen(line.unitAmount * line.quantity)}</p>
</li>`
}

const summaryView = (session: SessionRecord, origin: string): Html => {
  const goods = session.lines.filter((line) => !isShipping(line))
  const shipping = session.lines.filter(isShipping)
  return html`<section class="summary" aria-labelledby="summary-title">
<h2 id="summary-title">ご注文内容</h2>
<p class="total-top">${yen(totalOf(session))}</p>
<ul class="lines">${goods.map((line) => lineView(line, origin))}</ul>
<dl class="totals">
${shipping.map((line) => html`<div><dt>${line.name}</dt><dd>${yen(line.unitAmount * line.quantity)}</dd></div>`)}
<div class="total"><dt>合計（税込）</dt><dd>${yen(totalOf(session))}</dd></div>
</dl>
</section>`
}

const labels: Record<FieldName, { label: string; autocomplete: string; type: string }> = {
  email: { label: 'メールアドレス', autocomplete: 'email', type: 'email' },
  name: { label: 'お名前', autocomplete: 'name', type: 'text' },
  phone: { label: '電話番号', autocomplete: 'tel', type: 'tel' },
  postalCode: { label: '郵便番号', autocomplete: 'postal-code', type: 'text' },
  state: { label: '都道府県', autocomplete: 'address-level1', type: 'text' },
  city: { label: '市区町村', autocomplete: 'address-level2', type: 'text' },
  line1: { label: '町名・番地', autocomplete: 'address-line1', type: 'text' },
  line2: { label: '建物名・部屋番号', autocomplete: 'address-line2', type: 'text' },
}

interface FieldState {
  readonly typed: string
  readonly problem: string | undefined
  readonly isFirstProblem: boolean
  readonly isFixed: boolean
}

const fieldView = (name: FieldName, { typed, problem, isFirstProblem, isFixed }: FieldState): Html => {
  const { label, autocomplete, type } = labels[name]
  const state = html`${problem !== undefined && html` aria-invalid="true" aria-describedby="${name}-problem"`}${isFirstProblem && html` autofocus`}`
  const shared = html`id="${name}" name="${name}" autocomplete="${autocomplete}"${state}`
  const options = ['', ...prefectures].map(
    (each) =>
      html`<option value="${each}"${each === typed && html` selected`}>${each || '選んでください'}</option>`,
  )
  const control =
    name === 'state'
      ? html`<select ${shared} required>${options}</select>`
      : html`<input ${shared} type="${type}" value="${typed}"${name === 'line2' ? '' : html` required`}${isFixed && html` readonly`}${name === 'postalCode' && html` inputmode="numeric"`}>`
  return html`<div class="field field-${name}">
<label for="${name}">${label}${name === 'line2' && html`<span class="optional">（任意）</span>`}</label>
${control}
${problem !== undefined && html`<p class="problem" id="${name}-problem">${problem}</p>`}
</div>`
}

/** What the open page shows besides the order. */
export interface PayPageState {
  readonly typed: Typed
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

const buttonsView = ({ asked }: SessionRecord, total: number): Html => html`${
  asked.submitText !== null && html`<p class="shop-text">${asked.submitText}</p>`
}
<div class="buttons">
<button class="button pay" type="submit" name="press" value="pay"><span>支払う</span> <span class="pay-amount">${yen(total)}</span></button>
<button class="button decline" type="submit" name="press" value="decline">カード拒否<span class="hint">（拒否される場合を試す）</span></button>
${asked.cancelUrl !== null && html`<a class="back" href="${asked.cancelUrl}">戻る</a>`}
</div>`

/** The open pay page of `session`; `origin` is the page's own, for only pictures from there are shown. */
export const payPageView = (session: SessionRecord, state: PayPageState, origin: string): string => {
  const { asked } = session
  const fields = fieldsOf(session)
  const firstProblem = fields.find((name) => state.problems[name] !== undefined)
  const view = (name: FieldName) =>
    fieldView(name, {
      typed: state.typed[name],
      problem: state.problems[name],
      isFirstProblem: name === firstProblem,
      isFixed: name === 'email' && asked.customerEmail !== null,
    })
  const contact = fields.filter((name) => ['email', 'name', 'phone'].includes(name))
  const address = fields.filter((name) => !contact.includes(name))
  const content = html`<header class="head">
${asked.displayName !== null && html`<p class="shop">${asked.displayName}</p>`}
<h1>お支払い</h1>
</header>
<div class="columns">
${summaryView(session, origin)}
<form class="payer" method="post" action="/practice/pay/${session.id}" novalidate>
${alertView(state)}
<fieldset><legend>ご連絡先</legend>${contact.map(view)}</fieldset>
${
  address.length > 0 &&
  html`<fieldset class="address"><legend>お届け先</legend>
${asked.shippingText !== null && html`<p class="shop-text">${asked.shippingText}</p>`}
${address.map(view)}</fieldset>`
}
<section class="card" aria-labelledby="card-title"><h2 id="card-title">カード</h2>
<p>練習用のカード <span class="card-number">4242 4242 4242 4242</span> で支払います。入力はいりません。</p></section>
${buttonsView(session, totalOf(session))}
</form>
</div>`
  const hasTrouble = state.declined || firstProblem !== undefined
  return frame(`${hasTrouble ? 'エラー: ' : ''}お支払い`, content)
}
