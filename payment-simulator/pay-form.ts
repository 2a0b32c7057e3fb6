import type { Payer } from './sessions.ts'

export const prefectures: readonly string[] = (
  '北海道 青森県 岩手県 宮城県 秋田県 山形県 福島県 茨城県 栃木県 群馬県 埼玉県 千葉県 東京都 神奈川県 新潟県 富山県 ' +
  '石川県 福井県 山梨県 長野県 岐阜県 静岡県 愛知県 三重県 滋賀県 京都府 大阪府 兵庫県 奈良県 和歌山県 鳥取県 島根県 ' +
  '岡山県 広島県 山口県 徳島県 香川県 愛媛県 高知県 福岡県 佐賀県 長崎県 熊本県 大分県 宮崎県 鹿児島県 沖縄県'
).split(' ')

export const fields = {
  email: { label: 'メールアドレス', autocomplete: 'email', missing: 'メールアドレスを入力してください。' },
  name: { label: 'お名前', autocomplete: 'name', missing: 'お名前を入力してください。' },
  phone: { label: '電話番号', autocomplete: 'tel', missing: '電話番号を入力してください。' },
  postalCode: { label: '郵便番号', autocomplete: 'postal-code', missing: '郵便番号を入力してください。' },
  state: { label: '都道府県', autocomplete: 'address-level1', missing: '都道府県を選んでください。' },
  city: { label: '市区町村', autocomplete: 'address-level2', missing: '市区町村を入力してください。' },
  line1: { label: '町名・番地', autocomplete: 'address-line1', missing: '番地を入力してください。' },
  line2: { label: '建物名・部屋番号', autocomplete: 'address-line2', missing: undefined },
} as const
export type FieldName = keyof typeof fields

export const contactFields = ['email', 'name', 'phone'] as const satisfies readonly FieldName[]
export const addressFields = [
  'postalCode',
  'state',
  'city',
  'line1',
  'line2',
] as const satisfies readonly FieldName[]

export const fieldNames: readonly FieldName[] = [...contactFields, ...addressFields]

export type Typed = Record<FieldName, string>
export type FieldProblems = Partial<Record<FieldName, string>>

/** Prefilled, so that one press pays. */
export const demoTyped: Readonly<Typed> = {
  email: 'hanako@example.com',
  name: '山田 花子',
  phone: '090-0000-0000',
  postalCode: '100-0001',
  state: '東京都',
  city: '千代田区',
  line1: '千代田1-1',
  line2: '',
}

export const typedOf = (form: URLSearchParams): Typed => {
  const typed = { ...demoTyped }
  for (const name of fieldNames) typed[name] = (form.get(name) ?? '').slice(0, 1000)
  return typed
}

const digitsOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/^\s*\+81[\s-]*0?/, '0')
    .replace(/[\s()\-‐‑–—―−ーｰ〒]/g, '')

const longest = 200

const problemOf = (name: FieldName, typed: string): string | undefined => {
  const text = typed.trim()
  if (text === '') return fields[name].missing
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
  if (name === 'state' && !prefectures.includes(text)) return fields.state.missing
  return undefined
}

export const problemsOf = (typed: Typed): FieldProblems => {
  const problems: FieldProblems = {}
  for (const name of fieldNames) {
    const problem = problemOf(name, typed[name])
    if (problem !== undefined) problems[name] = problem
  }
  return problems
}

export const payerOf = (typed: Typed): Payer => {
  const postal = digitsOf(typed.postalCode)
  return {
    email: typed.email.normalize('NFKC').trim(),
    name: typed.name.trim(),
    phone: `+81${digitsOf(typed.phone).slice(1)}`,
    address: {
      country: 'JP',
      postal_code: `${postal.slice(0, 3)}-${postal.slice(3)}`,
      state: typed.state.trim(),
      city: typed.city.trim(),
      line1: typed.line1.trim(),
      line2: typed.line2.trim() || null,
    },
  }
}
