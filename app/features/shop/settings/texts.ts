import type { Refusals } from '~/kernel/refusal.ts'

export const settingsRefusals = {
  stale: {
    status: 409,
    text: 'ほかの画面で先に変わりました。いまの値を下で確かめて、もう一度「確かめる」を押してください。',
  },
  unseen: {
    status: 409,
    text: '確かめたあとで内容が変わりました。もう一度「確かめる」を押して、変わるところを見てください。',
  },
  unchanged: { status: 422, text: '変わるところがありません。' },
  'too-long-together': {
    status: 422,
    text: 'お支払いの画面に入りきりません。お支払い・お届け・返品・取消しの文を、あわせて短くしてください。',
  },
} as const satisfies Refusals<string>

export type SettingsFailure = keyof typeof settingsRefusals

/** Source of a value, shown beside its field. */
export const sourceTexts = {
  desk: 'この画面で変えた値です',
  file: 'お店を用意したときの値です',
  sample: '見本の値です',
} as const
