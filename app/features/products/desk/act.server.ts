import { closeItem, openItem } from '~/features/products/closing.commands.server.ts'
import { productClosingRefusals } from '~/features/products/closing.rules.ts'
import { saveAddition } from '~/features/products/feed/additions.commands.server.ts'
import { placesInFeed } from '~/features/products/feed/additions.rules.ts'
import { heldPriceRefusals } from '~/features/products/feed/held-prices.texts.ts'
import { acceptPrice, keepPrice } from '~/features/products/feed/price-acceptance.commands.server.ts'
import type { ProductType } from '~/features/products/rules.ts'
import { type MeasuredPiece, widthCmIn } from '~/features/stock/measures.rules.ts'
import { readShelf } from '~/features/stock/shelf.rules.ts'
import type { DeskPerson } from '~/kernel/actor.ts'
import { asFormAnswer, type Refusal } from '~/kernel/refusal.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { saveProduct } from './commands.server.ts'
import { readAct, readProduct } from './form.server.ts'
import { giveToFeed, holdAtDesk } from './source.commands.server.ts'
import { type Done, productDeskRefusals } from './texts.ts'
import { type TypedProduct, typedProduct } from './typed.rules.ts'

/** A form of a product that was refused, with what was typed. */
export interface RefusedForm {
  readonly status: number
  readonly typed: TypedProduct
  readonly requestId: string
  readonly isStale: boolean
  readonly failure?: string
  readonly errors?: Readonly<Record<string, string>>
}

const refusedForm = (ctx: AppContext, refusal: Refusal, form: FormData, isStale = false): RefusedForm => ({
  status: refusal.status,
  typed: typedProduct(form),
  // With a new id: the act of the old one would refuse it forever.
  requestId: refusal.status === 409 ? ctx.newId() : readAct(form).requestId,
  isStale,
  ...asFormAnswer(refusal),
})

/** The typed initial stock of a new product; undefined for an empty field. */
const readStock = (
  { settings }: Pick<AppContext, 'settings'>,
  typed: string,
  type: ProductType,
  width: string,
): Result<{ readonly pieces?: readonly MeasuredPiece[] }, Readonly<Record<string, string>>> => {
  if (typed.trim() === '') return ok({})
  const measures = { isKit: type === 'kit', widthCm: widthCmIn(width) }
  const read = readShelf(typed, measures, settings.joined)
  return read.ok ? ok({ pieces: read.value }) : refused({ stock: read.error })
}

/** Saves the form, as a new product without a version; returns the product's number and the result. */
export const saveForm = async (
  ctx: AppContext,
  actor: DeskPerson,
  form: FormData,
  type: ProductType,
): Promise<Result<{ readonly number: string; readonly done: Done }, RefusedForm>> => {
  const typed = typedProduct(form)
  const read = readProduct(typed, type)
  const { requestId, version } = readAct(form)
  const counted = readStock(ctx, typed.stock, type, read.ok ? read.value.told.width : '')
  if (!read.ok || !counted.ok) {
    const errors = { ...(read.ok ? {} : read.error), ...(counted.ok ? {} : counted.error) }
    return refused({ status: 422, typed, requestId, isStale: false, errors })
  }
  const saved = await saveProduct(ctx, actor, { requestId, version, product: read.value, ...counted.value })
  if (!saved.ok)
    return refused(refusedForm(ctx, productDeskRefusals[saved.error], form, saved.error === 'stale'))
  const stored = version === null ? 'created' : 'saved'
  return ok({ number: read.value.number, done: saved.value.held ? 'held' : stored })
}

type Outcome = Refusal | Done

/** Handles the buttons of a product's page. */
const press = async (
  ctx: AppContext,
  actor: DeskPerson,
  number: string,
  form: FormData,
): Promise<Outcome> => {
  const { requestId, version } = readAct(form)
  const price = { requestId, number, price: Number(form.get('price')) }
  switch (form.get('act')) {
    case 'close': {
      const done = await closeItem(ctx, actor, { requestId, number })
      return done.ok ? 'closed' : productClosingRefusals[done.error]
    }
    case 'open': {
      const done = await openItem(ctx, actor, { requestId, number })
      return done.ok ? 'opened' : productClosingRefusals[done.error]
    }
    case 'take': {
      const done = await holdAtDesk(ctx, actor, { requestId, version, number })
      return done.ok ? 'taken' : productDeskRefusals[done.error]
    }
    case 'give': {
      const done = await giveToFeed(ctx, actor, { requestId, version, number })
      return done.ok ? 'given' : productDeskRefusals[done.error]
    }
    case 'add': {
      const place = placesInFeed.find((each) => each === form.get('place')) ?? 'kept'
      const { pictures } = typedProduct(form)
      const done = await saveAddition(ctx, actor, { requestId, version, number, place, pictures })
      return done.ok ? 'added' : productDeskRefusals[done.error]
    }
    case 'accept': {
      const done = await acceptPrice(ctx, actor, price)
      return done.ok ? 'accepted' : heldPriceRefusals[done.error]
    }
    case 'keep': {
      const done = await keepPrice(ctx, actor, price)
      return done.ok ? 'kept' : heldPriceRefusals[done.error]
    }
    default:
      return productDeskRefusals['not-found']
  }
}

/** Like `saveForm`, for each form of the product's page. */
export const actOnProduct = async (
  ctx: AppContext,
  actor: DeskPerson,
  { number, type }: { readonly number: string; readonly type: ProductType },
  form: FormData,
): Promise<Result<{ readonly number: string; readonly done: Done }, RefusedForm>> => {
  form.set('number', number)
  if (form.get('act') === 'save') return saveForm(ctx, actor, form, type)
  const outcome = await press(ctx, actor, number, form)
  return typeof outcome === 'string'
    ? ok({ number, done: outcome })
    : refused(refusedForm(ctx, outcome, form))
}
