import type { CookingTime } from './types.ts'

export const cookingTimeNames: Readonly<Record<CookingTime, string>> = {
  '30min': '30分',
  '1hour': '1時間',
  '2hours': '2時間',
  '3hours': '3時間',
  'half-day': '半日',
  'full-day': '1日',
  'multiple-days': '数日間',
}

/** What the author of a hidden work or comment reads (A7); `reason` is the owner's, and may be empty. */
export const hiddenText = (what: 'この作品' | 'このコメント', reason = ''): string =>
  `${what}はお店が非表示にしました。いまはあなただけに表示されています。${reason === '' ? '' : `理由：${reason}`}`
