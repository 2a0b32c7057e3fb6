import type { HiddenThing, Hiding } from '~/features/recipes/recipe.rules.ts'

export const unknownAddressText = (typed: string): string =>
  `「${typed}」の作品やコメントは見つかりません。作品のページのアドレス、またはコメントの日時を長押ししてコピーしたアドレスを書いてください。`

const kinds: Readonly<Record<HiddenThing['kind'], string>> = { work: '作品', comment: 'コメント' }

/** What the owner reads after it was hidden or shown again. */
export const hidingTexts = ({ kind, title, author }: HiddenThing, { hidden }: Hiding): string[] => {
  const what = `${author}さんの${kinds[kind]}「${title}」`
  if (hidden === null) return [`${what}を、また表示しました。`]
  return [
    `${what}を隠しました。本人にだけ表示されます。戻すには、同じアドレスで show を実行します。`,
    hidden.reason === '' ? '理由は書いていません。' : `本人に表示する理由：${hidden.reason}`,
  ]
}
