import { unitsTyped } from '~/features/orders/refund/rules.ts'
import { orderNumberTyped } from '~/features/orders/rules.ts'
import { productNumber } from '~/features/products/rules.ts'
import { backWays } from '~/features/stock/rules.ts'
import { fieldOf, versionOf } from '~/kernel/form.ts'

const positionOf = (typed: string): number => (/^\d{1,3}$/.test(typed) ? Number(typed) : -1)

const common = (form: FormData, number: string) => ({
  number: orderNumberTyped(number),
  version: versionOf(form),
  mailsBuyer: fieldOf(form, 'mails') === '1',
  back: backWays.find((way) => way === fieldOf(form, 'back')),
})

/** What the form asks for; what is no position, count, number or sum is refused by the act. */
export const readExchange = (form: FormData, number: string) => ({
  ...common(form, number),
  position: positionOf(fieldOf(form, 'line')),
  units: unitsTyped(fieldOf(form, 'units')),
  to: productNumber(fieldOf(form, 'to')) ?? '',
  difference: unitsTyped(fieldOf(form, 'difference')),
})

export const readUndo = (form: FormData, number: string) => ({
  ...common(form, number),
  exchange: fieldOf(form, 'exchange', 64),
})

/** What the address of the sheet asks for, before anything is sent. */
export const wantedInAddress = (parameters: URLSearchParams) => ({
  position: positionOf(parameters.get('line') ?? ''),
  units: unitsTyped((parameters.get('units') ?? '').slice(0, 12)),
  number: productNumber(parameters.get('to') ?? '') ?? '',
  search: (parameters.get('toSearch') ?? '').slice(0, 100),
  undo: parameters.get('undo'),
})
