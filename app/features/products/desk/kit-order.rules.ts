import type { Way } from '~/kernel/list-order.ts'

export const kitWayTexts: Readonly<Record<Way, string>> = {
  first: 'いちばん上へ',
  up: '上へ',
  down: '下へ',
  last: 'いちばん下へ',
}
