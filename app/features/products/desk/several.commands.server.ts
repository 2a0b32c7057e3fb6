import { setImmediate } from 'node:timers/promises'
import { closeItem, openItem } from '~/features/products/closing.commands.server.ts'
import { sellOut, undoSoldOut } from '~/features/stock/ending.commands.server.ts'
import type { DeskActor } from '~/kernel/actor.ts'
import { mostMarked } from '~/kernel/desk-list.ts'
import type { LeftOut } from '~/kernel/left-out.ts'
import { ok, type Result } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { isFirstSent } from '~/server/audit.ts'
import { type Doing, defineSeveral, type Opened, type Read, type Who } from '~/server/desk-act.ts'
import { idForProduct } from '~/server/press-id.ts'
import { type MarkedProduct, rowVersion } from './list.rules.ts'
import { markedNow, type ProductNow } from './marked.queries.server.ts'
import { leftBecause } from './several.texts.ts'

export interface MarkedForm {
  readonly products: readonly MarkedProduct[]
}

/** What a press for several products did; `done` with the versions of their rows afterwards, for its undo. */
export interface DoneProducts {
  readonly done: readonly MarkedProduct[]
  readonly left: readonly LeftOut[]
}

type Step = (
  ctx: AppContext,
  actor: DeskActor,
  form: { readonly requestId: string; readonly product: ProductNow },
) => Promise<Result<unknown, string>>

/** One at a time, each by its own act; others are served in between. */
const eachProduct = async (
  { ctx, actor, form: { requestId, products } }: Doing<MarkedForm>,
  step: Step,
): Promise<DoneProducts> => {
  const named = products.slice(0, mostMarked)
  const now = await markedNow(ctx.db, named)
  const done: string[] = []
  const left: LeftOut[] = []
  for (const { number, version } of named) {
    const product = now.get(number)
    const id = idForProduct(requestId, number)
    const leave = (why: string) => left.push(leftBecause(number, why))
    if (product === undefined) leave('no-product')
    // Sent again, it has changed this row itself (N2).
    else if (!(await isFirstSent(ctx, id))) done.push(number)
    else if (rowVersion(product) !== version) leave('stale')
    else {
      const acted = await step(ctx, actor, { requestId: id, product })
      if (acted.ok) done.push(number)
      else leave(acted.error)
    }
    await setImmediate()
  }
  const after = await markedNow(
    ctx.db,
    done.map((number) => ({ number })),
  )
  return {
    done: [...after.values()].map((product) => ({ number: product.number, version: rowVersion(product) })),
    left,
  }
}

const ofSeveral = (who: Who) =>
  ({
    who,
    form: ({ at }: Opened<MarkedForm>): Read<MarkedForm> => ok({ products: at.products }),
    refusals: {},
  }) as const

/** 売り切れにする for each marked product (K9); undone by `undoSoldOutMarked`. */
export const sellOutMarked = defineSeveral({
  ...ofSeveral('counter'),
  run: (by: Doing<MarkedForm>): Promise<DoneProducts> =>
    eachProduct(by, (ctx, actor, { requestId, product: { number, stockVersion } }) =>
      sellOut(ctx, actor, { requestId, number, version: stockVersion }),
    ),
})

export const undoSoldOutMarked = defineSeveral({
  ...ofSeveral('counter'),
  run: (by: Doing<MarkedForm>): Promise<DoneProducts> =>
    eachProduct(by, (ctx, actor, { requestId, product: { number, stockVersion } }) =>
      undoSoldOut(ctx, actor, { requestId, number, version: stockVersion }),
    ),
})

/** 休止: none of the marked ones is sold until `openMarked` (N25). */
export const closeMarked = defineSeveral({
  ...ofSeveral('owner'),
  run: (by: Doing<MarkedForm>): Promise<DoneProducts> =>
    eachProduct(by, async (ctx, actor, { requestId, product: { number, isClosed } }) =>
      isClosed ? { ok: false, error: 'is-closed' } : closeItem(ctx, actor, { requestId, number }),
    ),
})

export const openMarked = defineSeveral({
  ...ofSeveral('owner'),
  run: (by: Doing<MarkedForm>): Promise<DoneProducts> =>
    eachProduct(by, (ctx, actor, { requestId, product: { number } }) =>
      openItem(ctx, actor, { requestId, number }),
    ),
})
