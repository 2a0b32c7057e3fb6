import type { Payer, SessionRecord } from './session-record.ts'

/** The 47 prefectures, north to south. */
export const prefectures: readonly string[] = (
  '北海道 青森県 岩手県 宮城県 秋田県 山形県 福島県 茨城県 栃木県 群馬県 埼玉県 千葉県 東京都 神奈川県 新潟県 富山県 ' +
  '石川県 福井県 山梨県 長野県 岐阜県 静岡県 愛知県 三重県 滋賀県 京都府 大阪府 兵庫県 奈良県 和歌山県 鳥取県 島根県 ' +
  '岡山県 広島県 山口県 徳島県 香川県 愛媛県 高知県 福岡県 佐賀県 長崎県 熊本県 大分県 宮崎県 鹿児島県 沖縄県'
).split(' ')

/** The fields of the pay page, in the order in which they stand. */
export const fieldNames = ['email', 'name', 'phone', 'postalCode', 'state', 'city', 'line1', 'line2'] as const
export type FieldName = (typeof fieldNames)[number]

/** What stands in the fields. */
export type Typed = Readonly<Record<FieldName, string>>
/** One sentence for each field that cannot be taken. */
export type FieldProblems = Partial<Record<FieldName, string>>

/** What the page is filled with at first, so that one press pays. */
export const demoTyped: Typed = {
  email: 'hanako@example.com',
  name: '山田 花子',
  phone: '090-0000-0000',
  postalCode: '100-0001',
  state: '東京都',
  city: '千代田区',
  line1: '千代田1-1',
  line2: '',
}

/** The fields this session asks for: phone and address only where the shop wanted them. */
export const fieldsOf = (session: SessionRecord): readonly FieldName[] =>
  fieldNames.filter((name) => {
    if (name === 'phone') return session.asked.wantsPhone
    return name === 'email' || name === 'name' || session.asked.shippingCountries !== null
  })

/** The fields at first: the demo's values, and the e-mail address that the shop gave. */
export const firstTyped = (session: SessionRecord): Typed => ({
  ...demoTyped,
  email: session.asked.customerEmail ?? demoTyped.email,
})

/** What was sent, in the fields' order; an address given by the shop cannot be changed here. */
export const typedOf = (form: URLSearchParams, session: SessionRecord): Typed => {
  const text = (name: FieldName) => (form.get(name) ?? '').slice(0, 1000)
  return {
    email: session.asked.customerEmail ?? text('email'),
    name: text('name'),
    phone: text('phone'),
    postalCode: text('postalCode'),
    state: text('state'),
    city: text('city'),
    line1: text('line1'),
    line2: text('line2'),
  }
}

const digitsOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/^\s*\+81[\s-]*0?/, '0')
    .replace(/[\s()\-‐‑–—―−ーｰ〒]/g, '')

const longest = 200

const missingTexts: Record<Exclude<FieldName, 'line2'>, string> = {
  email: 'メールアドレスを入力してください。',
  name: 'お名前を入力してください。',
  phone: '電話番号を入力してください。',
  postalCode: '郵便番号を入力してください。',
  state: '都道府県を選んでください。',
  city: '市区町村を入力してください。',
  line1: '番地を入力してください。',
}

const problemOf = (name: FieldName, typed: string): string | undefined => {
  const text = typed.trim()
  if (text === '') return name === 'line2' ? undefined : missingTexts[name]
  if (text.length > longest) return `${longest}文字以内で入力してください。`
  if (name === 'email' && !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.normalize('NFKC'))) {
    return 'メールアドレスの形をお確かめください（例: hanako@example.com）。'
  }
  if (name === 'phone' && !/^0\d{9,10}$/.test(digitsOf(text))) {
    return '電話番号は、0から始まる10桁か11桁の数字で入力してください（例: 090-0000-0000）。'
  }
  if (name === 'postalCode' && !/^\d{7}$/.test(digitsOf(text))) {
    return '郵便番号は7桁の数字で入力してください（例: 100-0001）。'
  }
  if (name === 'state' && !prefectures.includes(text)) return missingTexts.state
  return undefined
}

/** The sentences for what cannot be taken of the fields that the session asks for; none when all is well. */
export const problemsOf = (typed: Typed, session: SessionRecord): FieldProblems => {
  const problems: FieldProblems = {}
  for (const name of fieldsOf(session)) {
    const problem = problemOf(name, typed[name])
    if (problem !== undefined) problems[name] = problem
  }
  return problems
}

/** What was typed, as the provider keeps it; only for fields without problems. */
export const payerOf = (typed: Typed, session: SessionRecord): Payer => {
  const postal = digitsOf(typed.postalCode)
  return {
    email: typed.email.normalize('NFKC').trim(),
    name: typed.name.trim(),
    phone: session.asked.wantsPhone ? `+81${digitsOf(typed.phone).slice(1)}` : null,
    address:
      session.asked.shippingCountries === null
        ? null
        : {
            postal_code: `${postal.slice(0, 3)}-${postal.slice(3)}`,
            state: typed.state.trim(),
            city: typed.city.trim(),
            line1: typed.line1.trim(),
            line2: typed.line2.trim() || null,
          },
  }
}
