import { isPossibleRecipeId, recipePath } from '~/features/recipes/list.rules.ts'
import { hideRecipe } from '~/features/recipes/recipe.commands.server.ts'
import type { HiddenItem, Hiding } from '~/features/recipes/recipe.rules.ts'
import { refused } from '~/kernel/result.ts'
import { summaryLine } from '~/kernel/text.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { CommandResult, OwnerCommand } from '~/server/owner-command.ts'
import { hideComment } from './commands.server.ts'
import { commentAnchor, possibleCommentId } from './rules.ts'

interface Hideable {
  readonly kind: 'recipe' | 'comment'
  readonly id: string
}

const anywhere = 'https://site.invalid'
const anchorStart = commentAnchor('')

/** What a copied address, with or without host, or a comment's id means; null for any other text. */
export const hideableAddress = (typed: string): Hideable | null => {
  const text = typed.trim()
  if (possibleCommentId.test(text)) return { kind: 'comment', id: text }
  const url = URL.parse(text, anywhere)
  if (url === null) return null
  const comment = url.hash.startsWith(`#${anchorStart}`) ? url.hash.slice(anchorStart.length + 1) : null
  if (comment !== null) return possibleCommentId.test(comment) ? { kind: 'comment', id: comment } : null
  const recipe = url.pathname.split(recipePath(''))[1]?.replace(/(?:\/|\.data)$/, '')
  return recipe !== undefined && isPossibleRecipeId(recipe) ? { kind: 'recipe', id: recipe } : null
}

const longestReason = 200

const reasonTyped = (words: readonly string[]): string => summaryLine(words.join(' '), longestReason)

const hide = async (ctx: AppContext, typed: string, hiding: Hiding): Promise<CommandResult> => {
  const address = hideableAddress(typed)
  const done =
    address === null
      ? refused('not_found')
      : await (address.kind === 'recipe' ? hideRecipe : hideComment)(ctx, address.id, hiding)
  if (!done.ok) return { lines: [unknownAddressText(typed)], exitCode: 1 }
  ctx.log.info('a recipe or comment was hidden or shown', {
    kind: done.value.kind,
    hidden: hiding.hidden !== null,
  })
  return { lines: hidingTexts(done.value, hiding), exitCode: 0 }
}

/** `npm run member -- hide ADDRESS REASON | show ADDRESS`: a recipe or a comment (A9). */
export const hidingCommand: OwnerCommand = {
  actions: {
    hide: {
      words: [1, Number.POSITIVE_INFINITY],
      run: (ctx, [address = '', ...reason]) =>
        hide(ctx, address, { hidden: { reason: reasonTyped(reason) } }),
    },
    show: { words: [1, 1], run: (ctx, [address = '']) => hide(ctx, address, { hidden: null }) },
  },
}

const unknownAddressText = (typed: string): string =>
  `「${typed}」の作品やコメントは見つかりません。作品のページのアドレス、またはコメントの日時を長押ししてコピーしたアドレスを書いてください。`

const kinds: Readonly<Record<HiddenItem['kind'], string>> = { recipe: '作品', comment: 'コメント' }

const hidingTexts = ({ kind, title, author }: HiddenItem, { hidden }: Hiding): string[] => {
  const what = `${author}さんの${kinds[kind]}「${title}」`
  if (hidden === null) return [`${what}を、また表示しました。`]
  return [
    `${what}を隠しました。本人にだけ表示されます。戻すには、同じアドレスで show を実行します。`,
    hidden.reason === '' ? '理由は書いていません。' : `本人に表示する理由：${hidden.reason}`,
  ]
}
