import { addNote, type NoteForm } from '~/features/orders/desk.commands.server.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { isSeen } from './page.queries.server.ts'

/** Adds a note, only to orders that this person may see (N12). */
export const writeNote = (ctx: AppContext, actor: DeskActor, form: NoteForm) => {
  const role = isShopOwner(actor) ? 'owner' : 'packer'
  return addNote(ctx, actor, form, (trx, order) => isSeen(trx, order, { role }, ctx.now()))
}
