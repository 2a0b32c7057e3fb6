import { oneLineField } from '~/features/orders/refund/form.server.ts'
import { unitsTyped } from '~/features/orders/refund/rules.ts'
import { orderNumberTyped } from '~/features/orders/rules.ts'
import { productNumber } from '~/features/products/rules.ts'
import { backWays } from '~/features/stock/rules.ts'
import { versionOf } from '~/kernel/form.ts'

const positionOf = (typed: string): number => (/^\d{1,3}$/.test(typed) ? Number(typed) : -1)

const common = (form: FormData, number: string) => ({
  number: orderNumberTyped(number),
  version: versionOf(form),
  mailsBuyer: oneLineField(form, 'mails') === '1',
  back: backWays.find((way) => way === oneLineField(form, 'back')),
})

/** What the form asks for; what is no position, count, number or sum is refused by the act. */
export const readExchange = (form: FormData, number: string) => ({
  ...common(form, number),
  position: positionOf(oneLineField(form, 'line')),
  units: unitsTyped(oneLineField(form, 'units')),
  to: productNumber(oneLineField(form, 'to')) ?? '',
  difference: unitsTyped(oneLineField(form, 'difference')),
})

export const readUndo = (form: FormData, number: string) => ({
  ...common(form, number),
  exchange: oneLineField(form, 'exchange'),
})

/** What the address of the sheet asks for, before anything is sent. */
export const wantedInAddress = (parameters: URLSearchParams) => ({
  position: positionOf(parameters.get('line') ?? ''),
  units: unitsTyped((parameters.get('units') ?? '').slice(0, 12)),
  number: productNumber(parameters.get('to') ?? '') ?? '',
  search: (parameters.get('toSearch') ?? '').slice(0, 100),
  undo: parameters.get('undo'),
})
