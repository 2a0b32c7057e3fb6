import { longestViewName, mostViews } from '~/kernel/desk-list.ts'
import type { Refusals } from '~/kernel/refusal.ts'
import { codePointLength, isVisible, oneLine } from '~/kernel/text.ts'

/** A name as it is stored; null for none, or one that is too long (N134). */
export const viewNameTyped = (typed: string): string | null => {
  const name = oneLine(typed.normalize('NFKC'))
  return isVisible(name) && codePointLength(name) <= longestViewName ? name : null
}

export const viewNameMissing = `名前を${longestViewName}文字までで入力してください。`

export const viewRefusals = {
  'not-at-desk': { status: 404, text: 'お店の人だけができます。' },
  gone: { status: 404, text: 'この名前は、もうありません。' },
  nothing: { status: 422, text: 'しぼりこむか並べかえてから、名前を付けてください。' },
  full: {
    status: 409,
    text: `名前を付けられるのは、一覧ごとに${mostViews}つまでです。使わないものを外すか、同じ名前で置き換えてください。`,
    field: 'name',
  },
  'same-name': { status: 409, text: 'この一覧には、同じ名前がもうあります。', field: 'name' },
} as const satisfies Refusals<string>
