import { receivePieces, recountPieces } from '~/features/stock/counting.commands.server.ts'
import { sellOut, setLowAt, stopCounting, undoSoldOut } from '~/features/stock/ending.commands.server.ts'
import { takeWaitingCell } from '~/features/stock/feed-cells.commands.server.ts'
import type { TypedBolt } from '~/features/stock/measures.rules.ts'
import type { DeskStock } from '~/features/stock/rules.ts'
import { type StockDone, type StockFailure, stockRefusals } from '~/features/stock/texts.ts'
import type { DeskPerson } from '~/kernel/actor.ts'
import { fieldOf } from '~/kernel/form.ts'
import { asFormAnswer } from '~/kernel/refusal.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { readCounted, readLowAt, readReceived, readStockForm, typedBolts } from './form.server.ts'

/** A stock form that was refused, or only computed, with what was typed. */
export interface StockAnswer {
  /** Which form of the page. */
  readonly act: string
  readonly bolts: readonly TypedBolt[]
  /** The value of other forms' single field. */
  readonly typed: string
  readonly requestId?: string
  readonly failure?: string
  readonly errors?: Readonly<Record<string, string>>
}

interface Refused {
  readonly status: number
  readonly answer: StockAnswer
}

type Errors = Readonly<Record<string, string>>

/** Handles a product's stock forms; returns the result, or the form to show again. */
export const actOnStockForm = async (
  ctx: AppContext,
  actor: DeskPerson,
  stock: DeskStock,
  form: FormData,
): Promise<Result<StockDone, Refused>> => {
  const act = fieldOf(form, 'act')
  const { joined } = ctx.settings
  const sent = readStockForm(form, stock.number)
  const field = ['pieces', 'lowAt', 'units'].find((name) => form.has(name)) ?? ''
  const typed = fieldOf(form, field, 1_000)
  const answer = { act, bolts: typedBolts(form), typed, requestId: sent.requestId }
  const wrong = (errors: Errors) => refused({ status: 422, answer: { ...answer, errors } })
  const said = async (
    done: StockDone,
    acting: Promise<Result<null, StockFailure>>,
  ): Promise<Result<StockDone, Refused>> => {
    const acted = await acting
    if (acted.ok) return ok(done)
    const refusal = stockRefusals[acted.error]
    return refused({ status: refusal.status, answer: { ...answer, ...asFormAnswer(refusal) } })
  }
  switch (act) {
    case 'reckon':
    case 'receive': {
      const pieces = readReceived(form, stock, joined)
      if (!pieces.ok) return wrong(pieces.error)
      if (act === 'reckon') return refused({ status: 200, answer })
      return said('received', receivePieces(ctx, actor, { ...sent, pieces: pieces.value }))
    }
    case 'recount': {
      const pieces = readCounted(form, stock, joined)
      if (!pieces.ok) return wrong(pieces.error)
      return said('counted', recountPieces(ctx, actor, { ...sent, pieces: pieces.value }))
    }
    case 'low-at': {
      const lowAt = readLowAt(form)
      if (!lowAt.ok) return wrong(lowAt.error)
      return said('low-at', setLowAt(ctx, actor, { ...sent, lowAt: lowAt.value }))
    }
    case 'sell-out':
      return said('sold-out', sellOut(ctx, actor, sent))
    case 'undo':
      return said('undone', undoSoldOut(ctx, actor, sent))
    case 'feed':
      return said('fed', takeWaitingCell(ctx, actor, sent))
    case 'uncount':
      return said('uncounted', stopCounting(ctx, actor, sent))
    default:
      return refused({ status: 404, answer: { ...answer, failure: stockRefusals['not-found'].text } })
  }
}
