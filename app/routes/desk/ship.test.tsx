import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { ParcelSheet } from '~/features/orders/parcel/rules.ts'
import { parcelRefusals } from '~/features/orders/texts.ts'
import { type SheetAnswer, ShipForm, ShippedSheet } from './ship.tsx'

const sheet: ParcelSheet = {
  number: 'AAAA-2222',
  version: 1,
  recipient: '山田 花子 様',
  shippedAt: null,
  shippedOn: null,
  canUndo: false,
  parcels: [{ carrier: 'yamato', tracking: null }],
  parcel: '',
  warning: null,
  hasOldNumber: false,
  twins: {},
  isContested: false,
  hindrance: null,
}
const typed = { carrier: 'yamato', tracking: '' }

const shown = (answer: Partial<SheetAnswer> | undefined) => {
  const whole = answer && { act: 'ship', typed, ...answer }
  const Stub = createRoutesStub([
    { path: '/', Component: () => <ShipForm sheet={sheet} drawn="" requestId="r" answer={whole} /> },
  ])
  return renderToStaticMarkup(<Stub />)
}

test('N20: a dispute that began while the sheet stood open is said beside the tick that goes on despite it', () => {
  expect(shown(undefined)).not.toContain('それでも発送する')
  const { text, field } = parcelRefusals.disputed
  const refused = shown({ errors: { [field]: text } })
  expect(refused).toContain('name="despiteDispute"')
  expect(refused).toContain(text.slice(0, 20))
})

test('N14: shipping what another screen has shipped is refused in words, also where the page has become that of a shipped order', () => {
  const text = parcelRefusals.shipped.text
  const page = (intent: string) => {
    const answer = { act: intent, typed, failure: text }
    const shipped = { ...sheet, shippedAt: 1, canUndo: true }
    const Stub = createRoutesStub([
      { path: '/', Component: () => <ShippedSheet sheet={shipped} drawn="" requestId="r" answer={answer} /> },
    ])
    return renderToStaticMarkup(<Stub />).split(text).length - 1
  }
  expect(page('ship')).toBe(1)
  expect(page('undo'), 'beside its own button').toBe(1)
})

test('N14: after a conflict the sheet sends the version of the order as it is now', () => {
  expect(shown(undefined)).toContain('name="version" value="1"')
  expect(shown({ merged: { taken: [], both: [] }, version: 4 })).toContain('name="version" value="4"')
})

test('N87: the number of a parcel that came back is told beside its field before it leaves again', () => {
  const back = { ...sheet, parcels: [{ carrier: 'yamato', tracking: '123456789013' }], hasOldNumber: true }
  const Stub = createRoutesStub([
    { path: '/', Component: () => <ShipForm sheet={back} drawn="" requestId="r" answer={undefined} /> },
  ])
  expect(renderToStaticMarkup(<Stub />)).toContain('発送を取り消したときの番号です')
})
