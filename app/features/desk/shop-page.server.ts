import { closeItem, closeShop, openItem, openShop } from '~/features/products/closing.commands.server.ts'
import { importSoon } from '~/features/products/feed/feed.commands.server.ts'
import { acceptPrice, keepPrice } from '~/features/products/feed/price-acceptance.commands.server.ts'
import { cancelHoliday, planHoliday } from '~/features/shop/holidays/commands.server.ts'
import { href } from '~/href.ts'
import { press } from './access/desk-action.server.ts'
import type { ShopAct } from './shop.rules.ts'
import { sendTestMail } from './test-mail.commands.server.ts'

/** The forms of お店, which the page of the product feed shares. */
export const shopForms = (page: '/admin/shop' | '/admin/feed') => {
  const leadingOn = (done: ShopAct) => ({ at: {}, done: () => href(page, { done }) })
  return {
    close: press(closeShop, leadingOn('close')),
    open: press(openShop, leadingOn('open')),
    holiday: press(planHoliday, leadingOn('holiday')),
    'no-holiday': press(cancelHoliday, leadingOn('no-holiday')),
    'close-product': press(closeItem, leadingOn('close-product')),
    'open-product': press(openItem, leadingOn('open-product')),
    feed: press(importSoon, leadingOn('feed')),
    price: press(acceptPrice, leadingOn('price')),
    'keep-price': press(keepPrice, leadingOn('keep-price')),
    'test-mail': press(sendTestMail, leadingOn('test-mail')),
  } satisfies Readonly<Record<ShopAct, unknown>>
}
