import type { CartLine } from '~/features/cart/totals.rules.ts'
import type { PaymentContext } from '~/features/orders/payment/commands.server.ts'
import { timeLimits } from '~/features/orders/time-limits.rules.ts'
import type { NewOrder, NewOrderLine } from '~/features/orders/types.ts'
import { hasCounted } from '~/features/stock/queries.server.ts'
import { defaultLogo } from '~/kernel/image-url.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import { publicImageUrl } from '~/server/public-address.ts'
import { textHash } from '~/server/text-hash.ts'
import { confirmationItems, confirmationText, shippingText, submitText } from './confirmation.rules.ts'
import type { CheckoutInput } from './form.server.ts'
import type { Quote } from './rules.ts'

const digest = (...parts: readonly string[]): string => textHash(JSON.stringify(parts))

const lineOf = ({ item, plainName, unitPrice, state }: CartLine, siteOrigin: string): NewOrderLine => ({
  number: item.managementNumber,
  type: item.productType,
  name: plainName.trim() || item.managementNumber,
  description: item.description,
  unitPrice,
  quantity: item.quantity,
  free: state === 'free-by-offer',
  imageUrl: publicImageUrl(item.imageUrl, siteOrigin) ?? null,
  picture: item.imageUrl === defaultLogo ? null : item.imageUrl,
})

/** A snapshot of products, sums and shown texts (M1, S21); the open key covers them and the browser, to find the same request (S9). */
export const newOrder = (
  input: Pick<CheckoutInput, 'from' | 'cancelPath'> & { readonly browserToken: string },
  { totals, fingerprint }: Quote,
  settings: ShopSettings,
  at: { readonly siteOrigin: string; readonly sessionExpiresAt: number },
): NewOrder => {
  const { terms } = settings
  const lines = totals.lines.map((line) => lineOf(line, at.siteOrigin))
  const texts = {
    confirmationText: confirmationText(confirmationItems(totals, terms)),
    submitText: submitText(totals, terms),
    shippingText: shippingText(totals, terms),
  }
  return {
    ...texts,
    browserToken: input.browserToken,
    cartFingerprint: fingerprint,
    openKey: digest(input.browserToken, fingerprint, JSON.stringify(lines), texts.confirmationText),
    lines,
    subtotal: totals.subtotal,
    shipping: totals.shipping,
    total: totals.total,
    from: input.from,
    cancelPath: input.cancelPath,
    termsVersion: digest(JSON.stringify(terms)).slice(0, 16),
    sessionExpiresAt: at.sessionExpiresAt,
  }
}

/** A page that holds cloth ends earlier (K6). */
const pageLifeMs = async ({ db }: PaymentContext, { totals }: Quote): Promise<number> => {
  const numbers = totals.lines.map(({ item }) => item.managementNumber)
  return (await hasCounted(db, numbers)) ? timeLimits.holdingSession : timeLimits.session
}

/** The order that this press would write. */
export const plannedOrder = async (
  ctx: PaymentContext,
  input: CheckoutInput,
  quote: Quote,
): Promise<NewOrder> =>
  newOrder({ ...input, browserToken: input.browserToken ?? `once-${ctx.newId()}` }, quote, ctx.settings, {
    siteOrigin: ctx.siteOrigin,
    sessionExpiresAt: ctx.now() + (await pageLifeMs(ctx, quote)),
  })
