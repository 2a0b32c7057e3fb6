import { longestAccount, longestTaxClass } from '~/kernel/shop-settings.ts'

/** Kind of input: a line, a line of a fixed form, several lines, an integer, a time of day, one line per list entry, or rows of fields. */
type Kind = 'line' | 'code' | 'text' | 'whole' | 'time' | 'lines' | 'days' | 'bands' | 'opening'

export interface SettingField {
  /** Field name in the form; rows append a number. */
  readonly name: string
  readonly label: string
  /** Path in the settings. */
  readonly path: readonly string[]
  readonly kind: Kind
  /** Error message. */
  readonly fault: string
  readonly hint?: string
  /** Empty means none. */
  readonly optional?: true
  /** Of a number of days: the field of the sentence that shoppers read of it. */
  readonly saidIn?: string
  /** Heading of the fields that stand together in a long form; a label may begin with it and a ：, for the log. */
  readonly group?: string
}

const needed = '空にはできません。波かっこ { } は使えません。'

const field = (
  path: string,
  kind: Kind,
  label: string,
  fault = needed,
  more: Pick<SettingField, 'hint' | 'optional' | 'saidIn' | 'group'> = {},
): SettingField => ({
  name: path.replace(/\.(\w)/g, (_, letter) => letter.toUpperCase()),
  path: path.split('.'),
  kind,
  label,
  fault,
  ...more,
})

const aPhone = '03-1234-5678 のように入れてください。'
const days = '0から365までの数を入れてください。'

const fees = [
  field(
    'cart.shippingBands',
    'bands',
    '送料',
    '小計と送料を数で入れてください。小計は、上の行より大きくします。',
  ),
  field('cart.freeKits', 'whole', '無料でお付けするキットの数', '0から99までの数を入れてください。', {
    hint: '生地をお買い上げの方へ。0なら、お付けしません。',
  }),
]

const terms = [
  field('terms.payment', 'text', 'お支払い方法'),
  field('terms.paymentTime', 'text', 'お支払いの時期'),
  field('terms.otherFees', 'text', '商品代金と送料のほかの料金'),
  field('terms.delivery', 'text', 'お届けの時期'),
  field('terms.deliveryDays.from', 'whole', 'お届けまでの営業日（早くて）', days, {
    hint: 'お届け日の目安を、この日数から計算します。上の文と合わせてください。',
    saidIn: 'termsDelivery',
  }),
  field(
    'terms.deliveryDays.to',
    'whole',
    'お届けまでの営業日（遅くて）',
    '早くての日数から365までの数を入れてください。',
    { saidIn: 'termsDelivery' },
  ),
  field('terms.returns', 'text', '返品'),
  field('terms.returnDays', 'whole', '返品を受ける日数', days, {
    hint: '上の文と合わせてください。',
    saidIn: 'termsReturns',
  }),
  field('terms.returnPostage', 'text', '返品の送料'),
  field('terms.refund', 'text', '返金の方法'),
  field('terms.cancellation', 'text', 'ご注文の取消し'),
  field('terms.defects', 'text', '不良品・お届け違い'),
  field('terms.prices', 'text', '販売価格'),
  field('terms.offerPeriod', 'text', '申込みの有効期限'),
  field('terms.liability', 'text', '契約不適合責任'),
  field('terms.externalContract', 'text', 'サブスク・コラボ商品のご契約'),
]

const hours = [
  field('hours.lines', 'lines', '営業時間（お客様が読む文）', '1行は入れてください。', {
    hint: '1行ずつ。例：平日 9:00〜18:00',
  }),
  field(
    'hours.open',
    'opening',
    '営業時間（検索サイトへの情報）',
    '曜日を選び、9:00 のように、始まりと、それより後の終わりを入れてください。',
  ),
  field('cutOff', 'time', '当日扱いの締め切り', '15:00 のように入れてください。', {
    optional: true,
    hint: 'これより後のご注文は、翌日のご注文として数えます。空なら、ありません。',
  }),
  field(
    'closedDays',
    'days',
    '発送もお届けもしない日',
    '2026-12-30 か、2026-12-30〜2027-01-03 のように、1行に1つ入れてください。',
    {
      optional: true,
      hint: '日曜・祝日のほかの日。1行に1つ。お店も閉めるときは「お店」のお休みの予定をお使いください。',
    },
  ),
]

const seller = [
  field('seller.legalName', 'line', '販売業者'),
  field('seller.personInCharge', 'line', '運営統括責任者'),
  field('seller.postalCode', 'code', '郵便番号', '150-0001 のように入れてください。'),
  field('seller.address', 'line', '所在地'),
  field('seller.phone', 'code', '電話番号', aPhone),
  field('seller.fax', 'code', 'FAX', aPhone, { optional: true }),
  field('seller.email', 'code', 'メールアドレス', 'メールアドレスの形で入れてください。'),
  field('invoiceNumber', 'code', '登録番号', 'T と13桁の数字を入れてください。', {
    optional: true,
    hint: '適格請求書発行事業者の登録番号。例：T1234567890123。これからのご注文に載り、前のご注文は変わりません。',
  }),
]

const parcels = [
  field('parcels.contents', 'line', '送り状の内容品', '1文字から15文字で入れてください。'),
  field(
    'parcels.yamatoCustomer',
    'code',
    'ヤマトのお客様コード（請求先）',
    '10桁から12桁の数字を、続けて入れてください。',
    {
      optional: true,
      hint: 'ヤマトから届いたお客様コードの数字です。B2クラウドのファイルの請求先に入ります。空なら、B2クラウドの設定が使われます。',
    },
  ),
]

const without = '" と , と波かっこ、はじめの = + - @ \' # は使えません。'
const aBookName = `全角${longestAccount}文字（半角${2 * longestAccount}文字）までで入れてください。${without}`
const aTaxClass = `${longestTaxClass}文字までで入れてください。${without}`

const taxFields = (program: 'freee' | 'moneyForward' | 'yayoi', group: string, hint: string) =>
  [
    field(`accounting.${program}.sales`, 'line', `${group}：売上の税区分`, aTaxClass, { hint, group }),
    field(`accounting.${program}.refunds`, 'line', `${group}：返金の税区分`, aTaxClass, { group }),
    field(`accounting.${program}.disputes`, 'line', `${group}：異議申し立ての税区分`, aTaxClass, { group }),
    field(`accounting.${program}.fees`, 'line', `${group}：決済手数料の税区分`, aTaxClass, { group }),
  ] as const

const forAll = '科目（どのソフトにも）'
const whereMoneyIs = '売掛金と口座（マネーフォワードと弥生）'

const accounting = [
  field('accounting.accounts.sales', 'line', '売上の科目', aBookName, {
    hint: '科目と税区分は、会計ソフトに登録してある名前と、1文字ずつ同じにします。税理士さんにお確かめください。',
    group: forAll,
  }),
  field('accounting.accounts.refunds', 'line', '返金の科目', aBookName, {
    optional: true,
    hint: '空なら売上の科目と同じで、売上から引かれます。',
    group: forAll,
  }),
  field('accounting.accounts.disputes', 'line', '異議申し立てで引かれた額の科目', aBookName, {
    optional: true,
    hint: '空なら、売上の科目と同じです。',
    group: forAll,
  }),
  field('accounting.accounts.fees', 'line', '決済手数料の科目', aBookName, { group: forAll }),
  field('accounting.accounts.receivable', 'line', '売掛金の科目', aBookName, {
    hint: 'カード会社からまだ届いていないお金です。',
    group: whereMoneyIs,
  }),
  field('accounting.accounts.receivableSub', 'line', '売掛金の補助科目', aBookName, {
    optional: true,
    hint: '例：Stripe。空なら、入りません。',
    group: whereMoneyIs,
  }),
  field('accounting.accounts.bank', 'line', '振込で返金したときの口座の科目', aBookName, {
    hint: 'カードに返せず、お店の口座から振り込んだときの科目です。',
    group: whereMoneyIs,
  }),
  ...taxFields('freee', 'freee', '例：課税売上10%'),
  field('accounting.freee.wallet', 'line', 'freee：決済口座', aTaxClass, {
    optional: true,
    hint: 'freeeに登録した口座の名前（例：Stripe）。入れると決済済みの取引になります。空なら未決済になり、売上は売掛金、手数料と返金は未払金に入ります。',
    group: 'freee',
  }),
  ...taxFields('moneyForward', 'マネーフォワード', '例：課税売上 10%（10の前に半角の空白）'),
  ...taxFields('yayoi', '弥生', '税込の経理なら「込」が入ります。例：課税売上込10%'),
]

const receipts = [
  field('receipts.purpose', 'line', '但し書き', '1文字から40文字で入れてください。', {
    hint: '例：布・手芸用品代として。これから発行する領収書に載り、発行済みのものは変わりません。',
  }),
]

/** Settings that the owner may change at the desk, one page each (N50). */
export const settingParts = {
  fees: { title: '送料とキット', about: '送料の段階、無料のキットの数', fields: fees },
  terms: { title: 'お店の文', about: 'お支払い・お届け・返品など、法律が求める文', fields: terms },
  hours: { title: '営業時間と休み', about: '営業時間、締め切り、発送しない日', fields: hours },
  seller: {
    title: '販売業者と登録番号',
    about: '名前、住所、電話番号、メールアドレス、適格請求書（インボイス）の番号',
    fields: seller,
  },
  parcels: { title: '送り状', about: '内容品、ヤマトのお客様コード', fields: parcels },
  accounting: {
    title: '会計ソフトの科目',
    about: 'freee、マネーフォワード、弥生のファイルに入る、科目と税区分の名前',
    fields: accounting,
  },
  receipts: { title: '領収書', about: '但し書き', fields: receipts },
} as const satisfies Readonly<
  Record<string, { readonly title: string; readonly about: string; readonly fields: readonly SettingField[] }>
>

export type SettingPart = keyof typeof settingParts

export const settingPartNames = Object.keys(settingParts).filter(
  (name): name is SettingPart => name in settingParts,
)

const guarded: readonly SettingPart[] = ['fees', 'seller', 'parcels']

/** The value that a field is a part of (N83): the seller with the invoice number is one, and the days until a delivery. */
export const unitOf = ({ name }: SettingField): string =>
  name === 'invoiceNumber' ? 'seller' : (/^(?:seller|termsDeliveryDays)(?=[A-Z])/.exec(name)?.[0] ?? name)

export const unitLabels: Readonly<Record<string, string>> = {
  seller: '販売業者と登録番号',
  termsDeliveryDays: 'お届けまでの営業日',
}

/** Whether it affects what is paid to whom, so that a change needs the second factor again (N3). */
export const asksAgain = (part: SettingPart): boolean => guarded.includes(part)

/** Undefined for any other word. */
export const settingPart = (word: string): SettingPart | undefined =>
  settingPartNames.find((name) => name === word)

/** Parts that have become a part of another one, which the log still names. */
const formerParts = { invoice: { title: '登録番号', now: 'seller' } } as const satisfies Readonly<
  Record<string, { readonly title: string; readonly now: SettingPart }>
>

/** The part that this one has become a part of. */
export const partNow = (former: string): SettingPart | undefined =>
  Object.entries(formerParts).find(([name]) => name === former)?.[1].now

/** The words by which the log names changes of this part. */
export const partsInLog = (part: SettingPart): readonly string[] => [
  part,
  ...Object.entries(formerParts).flatMap(([name, { now }]) => (now === part ? name : [])),
]

/** Of acts on one part. */
export const settingsSubject = {
  kind: 'settings',
  name: 'お店の設定',
  idText: (id: string) => {
    const part = settingPart(id)
    if (part !== undefined) return settingParts[part].title
    return Object.entries(formerParts).find(([name]) => name === id)?.[1].title ?? id
  },
} as const

/** Of all parts, by name. */
export const settingFields: readonly SettingField[] = settingPartNames.flatMap(
  (part): readonly SettingField[] => settingParts[part].fields,
)

const rowLabels: Readonly<Record<string, string>> = {
  below: '小計（円未満）',
  fee: '送料（円）',
  days: '営業の曜日',
  opens: '始まり',
  closes: '終わり',
}

const rowNumbers = Array.from({ length: 10 }, (_, number) => number)

/** By the names of the fields in their forms, which the log keeps. */
export const settingLabels: Readonly<Record<string, string>> = Object.fromEntries([
  ...settingFields.map(({ name, label }) => [name, label]),
  ...Object.entries(rowLabels).flatMap(([row, label]) =>
    rowNumbers.map((number) => [`${row}${number}`, `${label} ${number}`]),
  ),
])

/** Undefined for an unknown name. */
export const settingLabel = (name: string): string | undefined => settingLabels[name]
