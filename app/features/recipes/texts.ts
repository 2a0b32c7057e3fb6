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
