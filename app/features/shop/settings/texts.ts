import { otherContent, type Refusals } from '~/kernel/refusal.ts'

export const settingsRefusals = {
  'not-found': { status: 404, text: 'このページはありません。' },
  'other-content': otherContent,
  confirm: { status: 422, text: 'もう一度ご本人か確かめます。', field: 'confirmPassword' },
  stale: {
    status: 409,
    text: 'ほかの画面で先に変わりました。いまの値を下で確かめて、もう一度「確かめる」を押してください。',
  },
  unseen: {
    status: 409,
    text: '確かめたあとで内容が変わりました。下の「変わるところ」をもう一度確かめてください。',
  },
  unchanged: { status: 422, text: '変わるところがありません。' },
  'too-long-together': {
    status: 422,
    text: 'お支払いの画面に入りきりません。お支払い・お届け・返品・取消しの文を、あわせて短くしてください。',
  },
} as const satisfies Refusals<string>

export type SettingsFailure = keyof typeof settingsRefusals

/** For the log of the desk. */
export const settingsActTexts: Readonly<Record<string, string>> = {
  'shop.settings': 'お店の設定を変えました',
}

/** Source of a value, shown beside its field. */
export const sourceTexts = {
  desk: 'この画面で変えた値です',
  file: '設定ファイルの値です',
  sample: '見本の値です',
} as const
