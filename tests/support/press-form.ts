import { deskAction, type Press } from '~/features/desk/access/desk-action.server.ts'
import type { DeskPerson } from '~/kernel/actor.ts'
import type { AppContext, RequestContext } from '~/server/app-context.ts'
import type { DeskAnswer } from '~/ui/desk-form.tsx'

/** What a page of the desk answers to a form: where it leads, what it shows, or the status that it throws. */
export type Pressed =
  | { readonly to: string }
  | ({ readonly status: number } & DeskAnswer)
  | { readonly thrown: number }

/** Sends a form to a page of the desk, as this person. */
export const pressForm = async <Ctx extends AppContext>(
  ctx: Ctx,
  actor: DeskPerson,
  presses:
    | Parameters<typeof deskAction<Ctx & RequestContext>>[2]
    | Readonly<Record<string, Press<Ctx, never>>>,
  fields: Readonly<Record<string, string>>,
): Promise<Pressed> => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const request = new Request('http://localhost/', { method: 'POST', body })
  try {
    const answer = await deskAction({ ...ctx, actor, requestId: 'request' }, request, presses)
    if (answer instanceof Response) return { to: answer.headers.get('location') ?? '' }
    return { status: answer.init?.status ?? 200, ...answer.data }
  } catch (thrown) {
    return { thrown: (thrown as { init?: { status: number } }).init?.status ?? 500 }
  }
}
