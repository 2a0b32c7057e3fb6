import { setImmediate as nextTurn } from 'node:timers/promises'
import { publishedStatus } from '~/features/products/rules.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { oneLine } from '~/kernel/text.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { countedFor, countTry } from '~/server/rate-limit.ts'
import { type ComparedRow, compareRow } from './compare.server.ts'
import { type FileRow, readFile } from './file-text.server.ts'
import { type FoundRows, forgetLeast, keepFile } from './keeping.commands.server.ts'
import { type Known, knownFor } from './known.server.ts'
import { fileRefusals, rowTexts } from './texts.ts'

const minute = 60_000
const perPerson = { name: 'product-file', spanMs: 10 * minute, most: 20 } as const
const ofShop = { name: 'product-files', spanMs: 10 * minute, most: 60 } as const

interface SentFile {
  readonly bytes: Uint8Array
  /** As her device calls it. */
  readonly name: string
  /** What is sold and not in it is taken out of the shop. */
  readonly replaces: boolean
}

const rowsPerTurn = 25

/** Each row of the file beside its product; lets others take turns. */
const compared = async (rows: readonly FileRow[], known: Known): Promise<FoundRows> => {
  const found: ComparedRow[] = []
  const rowOf = new Map<string, number>()
  for (const [at, row] of rows.entries()) {
    if (at % rowsPerTurn === rowsPerTurn - 1) await nextTurn()
    const result = compareRow(row, known)
    const first = rowOf.get(result.number)
    if (first === undefined) rowOf.set(result.number, row.row)
    found.push(
      first === undefined || result.number === ''
        ? result
        : { ...result, kind: 'bad', after: null, problems: [rowTexts.twice(first)] },
    )
  }
  const left = [...known.products.values()].filter(
    ({ number, source, status }) => source !== 'feed' && status === publishedStatus && !rowOf.has(number),
  )
  return { rows: found, left }
}

/**
 * Compares a file with the products and keeps what it found, for the owner to look at; no product is written (N44). Refused with
 * sentences for a file that is no table of products.
 */
export const previewFile = async (
  ctx: AppContext,
  actor: DeskActor,
  { bytes, name, replaces }: SentFile,
): Promise<
  Result<{ readonly id: string }, { readonly status: number; readonly texts: readonly string[] }>
> => {
  const told = ({ status, text }: { readonly status: number; readonly text: string }) =>
    refused({ status, texts: [text] })
  if (!isShopOwner(actor)) return told(fileRefusals['not-found'])
  const now = ctx.now()
  const [who, sentBy] = actor.kind === 'desk' ? [actor.id, actor.name] : ['machine', '']
  if (!(await countTry(ctx, now, [countedFor(perPerson, who), countedFor(ofShop, '*')])))
    return told(fileRefusals['too-often'])
  const read = await readFile(bytes)
  if (!read.ok) return refused({ status: 422, texts: read.error })
  const found = await compared(read.value, await knownFor(ctx.db, read.value))
  const id = ctx.newId()
  await inTransaction(ctx, async (trx) => {
    await forgetLeast(trx, now)
    await keepFile(
      trx,
      { id, name: oneLine(name).slice(0, 100).toWellFormed(), sentBy, sentAt: now },
      { ...found, replaces },
    )
  })
  return ok({ id })
}
