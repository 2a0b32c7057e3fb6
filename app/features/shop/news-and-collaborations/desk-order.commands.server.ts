import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { listOrderMark, movedItem } from '~/kernel/list-order.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { actOnce } from '~/server/audit.ts'
import { lockTable } from '~/server/database/engine.ts'
import { type EntryFailure, subjectOfEntry } from './desk.rules.ts'
import { putInOrder } from './desk.store.server.ts'

const noAnswer = () => null

/** A collaboration one place up or down; `shown` is the order that the page showed. Undone by moving it back (N51). */
export const moveCollaboration = async (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, id, to, shown }: { requestId: string; id: string; to: 'up' | 'down'; shown: string },
): Promise<Result<null, EntryFailure>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  const sent = { requestId, content: [id, to, shown] }
  return actOnce<null, EntryFailure>(ctx, actor, 'list.move', sent, noAnswer, async (trx) => {
    await lockTable(trx, 'linkItem')
    const rows = await trx.selectFrom('linkItem').select('id').orderBy('position').orderBy('id').execute()
    const ids = rows.map((row) => row.id)
    const at = ids.indexOf(id)
    if (at < 0 || listOrderMark(ids) !== shown) return refused('stale')
    const moved = movedItem(ids, id, to)
    await putInOrder(trx, moved)
    const subject = subjectOfEntry('collaborations', 'order')
    return ok({ answer: null, subject, before: { place: at + 1 }, after: { place: moved.indexOf(id) + 1 } })
  })
}
