import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { DeskStock } from '~/features/stock/rules.ts'
import { StockActs } from './stock-forms.tsx'

const failure = 'ほかの画面で先に変わりました。'
const counted = {
  by: 'desk',
  feedCell: null,
  waitingCell: null,
  lowAt: null,
  canUndo: false,
  isDoubtful: false,
  pieces: [],
  short: [],
} as const satisfies DeskStock['counted']

const timesSaid = (act: string, now: Partial<Pick<DeskStock, 'counted'>>) => {
  const measured = { number: 'F-1', name: '布', isKit: false, widthCm: null }
  const stock: DeskStock = { ...measured, version: 3, counted, ...now }
  const answer = { act, typed: {}, failure }
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => <StockActs stock={stock} lowAtDrawn="" requestId="r" answer={answer} isOwner />,
    },
  ])
  return renderToStaticMarkup(<Stub />).split(failure).length - 1
}

test('K9: a refused act of the stock is told once, also where another screen has taken its form away', () => {
  expect(timesSaid('sell-out', {}), 'already sold out').toBe(1)
  expect(timesSaid('undo', {}), 'already undone').toBe(1)
  expect(timesSaid('feed', {}), 'already taken').toBe(1)
  expect(timesSaid('low-at', { counted: null }), 'no longer counted').toBe(1)
  expect(timesSaid('uncount', { counted: null }), 'no longer counted').toBe(1)
  expect(timesSaid('uncount', {}), 'beside its own button').toBe(1)
  expect(timesSaid('sell-out', { counted: null }), 'beside its own button').toBe(1)
  expect(timesSaid('undo', { counted: { ...counted, canUndo: true } }), 'beside its own button').toBe(1)
  expect(timesSaid('feed', { counted: { ...counted, waitingCell: '3' } }), 'beside its own button').toBe(1)
  expect(timesSaid('recount', {}), 'said by the form of counting').toBe(0)
})
