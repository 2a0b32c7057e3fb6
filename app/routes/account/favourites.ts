import { redirect } from 'react-router'
import { orFailed } from '~/features/accounts/forms.server.ts'
import { myPageListPath, myPagePath } from '~/features/accounts/profile/my-page.rules.ts'
import { loginAgainPath } from '~/features/accounts/sign-in.rules.ts'
import { setReaction } from '~/features/reactions/commands.server.ts'
import { recipesPerPage } from '~/features/recipes/list.rules.ts'
import { fieldOf, formOf } from '~/kernel/form.ts'
import { cardCount } from '~/kernel/list-address.ts'
import { appContext } from '~/services.server.ts'
import { orLost } from '~/ui/lost-request.ts'
import type { Route } from './+types/favourites'

const tab = myPagePath('favorites')

export const loader = () => redirect(tab)

/** Removes one recipe from a member's favourites; the list shows the result. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const form = await formOf(request)
  const count = cardCount(fieldOf(form, 'count'), recipesPerPage)
  const notice = (name: string) =>
    redirect(`${myPageListPath('favorites', count, recipesPerPage)}&notice=${name}`)
  const reaction = { kind: 'favourite', recipe: fieldOf(form, 'recipe'), on: false } as const
  const removed = await orFailed(ctx, () => setReaction(ctx, ctx.actor, reaction))
  if (removed.ok) return notice('favourite-off')
  return removed.error === 'not_signed_in' ? redirect(loginAgainPath(tab)) : notice('favourite-not-removed')
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)
