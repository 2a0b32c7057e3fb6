import { z } from 'zod'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type Act, actOnce } from '~/server/audit.ts'
import { lockTable } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import {
  changedSince,
  isWritten,
  lockedFile,
  lookedAtMs,
  rowsOfFile,
  type StoredRow,
} from './stored-files.queries.server.ts'
import { type FileFailure, takenText } from './texts.ts'

import { writeRows } from './writing.commands.server.ts'

type Taken = Result<Act<{ readonly held: number }>, FileFailure>

const takeFile = async (ctx: AppContext, trx: AppTransaction, id: string): Promise<Taken> => {
  // Locks out forms, other files and feed imports.
  await lockTable(trx, 'product')
  const file = await lockedFile(trx, id)
  if (file === undefined) return refused('not-found')
  if (file.state !== 'looked at') return refused('taken')
  if (ctx.now() - file.sentAt > lookedAtMs) return refused('old')
  const rows = await rowsOfFile(trx, id)
  if (rows.some(({ kind }) => kind === 'bad')) return refused('bad')
  if ((await changedSince(trx, id)).length > 0) return refused('changed')
  const held = await writeRows(trx, ctx, rows.filter(isWritten))
  if (!held.ok) return held
  const taken = { state: 'taken', appliedAt: ctx.now(), content: null } as const
  await trx.updateTable('productFile').set(taken).where('id', '=', id).execute()
  const count = (kind: StoredRow['kind']) => rows.filter((row) => row.kind === kind).length
  const after = takenText({ new: count('new'), changed: count('changed'), left: count('left') })
  return ok({ answer: { held: held.value }, subject: `product-file:${file.name}`, after })
}

/**
 * Applies a previewed file atomically (N44). Refuses when a product changed since the comparison, named in `changedSince`; `held`
 * prices wait for confirmation. Undone by `undoFile`.
 */
export const applyFile = async (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, id }: { readonly requestId: string; readonly id: string },
): Promise<Result<{ readonly held: number }, FileFailure>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  const sent = { requestId, content: id }
  return actOnce(ctx, actor, 'product-file.take', sent, answer.parse, (trx) => takeFile(ctx, trx, id))
}

const answer = z.object({ held: z.number() })
