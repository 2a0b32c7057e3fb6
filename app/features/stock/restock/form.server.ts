import { data } from 'react-router'
import { numberSold } from '~/features/products/product.queries.server.ts'
import type { ProductType } from '~/features/products/rules.ts'
import type { Requester } from '~/kernel/actor.ts'
import { readEmail } from '~/kernel/email.ts'
import { fieldOf, formOf } from '~/kernel/form.ts'
import { asFormAnswer } from '~/kernel/refusal.ts'
import type { AppContext, RequestContext } from '~/server/app-context.ts'
import { errorFields } from '~/server/log.ts'
import { askForRestock } from './commands.server.ts'
import { restockRefusals } from './texts.ts'
import type { RestockAnswer } from './types.ts'

/** Result of a product page's form, with what was typed when refused. */
export const takeRestockForm = async (
  ctx: RequestContext,
  request: Request,
  product: { readonly type: ProductType; readonly written: string },
) => {
  const form = await formOf(request)
  const typed = fieldOf(form, 'email', 300)
  const refusal = await refusalOf(ctx, ctx.actor, typed, product)
  if (refusal === null) return data<RestockAnswer>({ isAsked: true, typed })
  const told = asFormAnswer(restockRefusals[refusal])
  return data<RestockAnswer>({ isAsked: false, typed, ...told }, { status: restockRefusals[refusal].status })
}

const refusalOf = async (
  ctx: AppContext,
  actor: Requester,
  typed: string,
  { type, written }: { readonly type: ProductType; readonly written: string },
): Promise<keyof typeof restockRefusals | null> => {
  const email = readEmail(typed)
  if (!email.ok) return email.error
  try {
    const number = await numberSold(ctx.db, type, written)
    if (number === undefined) return 'no_product'
    const asked = await askForRestock(ctx, actor, { number, email: email.value })
    return asked.ok ? null : asked.error
  } catch (error) {
    ctx.log.error('a restock notice could not be kept', errorFields(error))
    return 'failed'
  }
}
