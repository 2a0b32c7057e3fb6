import type { DeskActor } from '~/kernel/actor.ts'
import { isConfirmed, isShopOwner } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { auditOfPress } from '~/server/audit.ts'
import { bookSales } from '../booking.commands.server.ts'
import { entriesOfMonth, hasUnnumbered } from '../entries.queries.server.ts'
import { finalMonth } from '../queries.server.ts'
import type { EntryPlace, SalesEntry } from '../types.ts'
import { salesFileParts } from './rows.server.ts'
import { mostEntries, type SalesFile, salesFileSubject } from './rules.ts'

/** The act that makes files of a month, by its name in the log. */
export const salesExport = 'sales.export'

/** About 5 ms on SQLite. */
const entriesPerPortion = 300

/** The entries of a month such as 2026-10 in the ledger's order; ends soon after `mostEntries` of them. */
const portionsOf = async function* (
  ctx: Pick<AppContext, 'db' | 'demo'>,
  month: string,
): AsyncGenerator<readonly SalesEntry[]> {
  let after: EntryPlace | null = null
  for (let read = 0; read <= mostEntries; read += entriesPerPortion) {
    const portion: readonly SalesEntry[] = await entriesOfMonth(ctx, month, after, entriesPerPortion)
    yield portion
    after = portion.at(-1) ?? null
    if (portion.length < entriesPerPortion) return
  }
}

/** Whether the ledger has ended that month: then it never changes any more (M25). */
export const isMonthOver = async ({ db }: Pick<AppContext, 'db'>, month: string): Promise<boolean> =>
  month < (await finalMonth(db))

/** How many entries a month has, more than `mostEntries` for too many, and how many files freee's are. */
export const measuresOf = async (
  ctx: Pick<AppContext, 'db' | 'demo' | 'settings'>,
  month: string,
): Promise<{ readonly rows: number; readonly freeeParts: number }> => {
  let [rows, freeeParts] = [0, 0]
  const counted = async function* () {
    for await (const portion of portionsOf(ctx, month)) {
      rows += portion.length
      yield portion
    }
  }
  for await (const _ of salesFileParts('freee', counted(), ctx.settings.accounting)) freeeParts += 1
  return { rows, freeeParts }
}

/** How long a press for files, and a link to one, books what is due before it says that this takes longer; the job goes on. */
const bookingForMs = { press: 20_000, link: 2_000 }

/** Books what is due for so long at most; whether all of it is booked (M51). */
export const bookedForFiles = async (
  ctx: Parameters<typeof bookSales>[0],
  actor: DeskActor,
  by: keyof typeof bookingForMs,
): Promise<boolean> => {
  const until = performance.now() + bookingForMs[by]
  return (await bookSales(ctx, actor, () => performance.now() > until)) === 'all'
}

/**
 * One file of the month that a press was about, written of the ledger as it is now; `part` counts from 1. Undefined for whoever is not an
 * owner who has just said again who she is (N3), where there was no such press, and beyond the last part; `not-booked` while entries wait for
 * their numbers (M51).
 */
export const salesFileAgain = async (
  ctx: Pick<AppContext, 'db' | 'demo' | 'now' | 'settings' | 'newId' | 'log'>,
  actor: DeskActor,
  { exportId, file, part }: { readonly exportId: string; readonly file: SalesFile; readonly part: number },
): Promise<
  { readonly bytes: Buffer; readonly month: string; readonly isOver: boolean } | 'not-booked' | undefined
> => {
  if (!isShopOwner(actor) || !isConfirmed(actor, ctx.now())) return undefined
  const month = (await auditOfPress(ctx.db, salesExport, exportId))?.subject.slice(
    `${salesFileSubject.kind}:`.length,
  )
  if (month === undefined) return undefined
  if (await hasUnnumbered(ctx.db)) {
    await bookedForFiles(ctx, actor, 'link')
    if (await hasUnnumbered(ctx.db)) return 'not-booked'
  }
  let at = 0
  for await (const bytes of salesFileParts(file, portionsOf(ctx, month), ctx.settings.accounting)) {
    at += 1
    if (at === part) return { bytes, month, isOver: await isMonthOver(ctx, month) }
  }
  return undefined
}
