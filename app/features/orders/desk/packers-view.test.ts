import { expect, test } from 'vitest'
import { actWords, toldActs } from '~/brought-by-features.server.ts'
import type { BadgeKind, StandingKind } from '../standing.rules.ts'
import { historyOf } from './history.rules.ts'
import { eventTexts } from './owner.texts.ts'
import { chipsOf, isFurtherList, listStateOf, type Sheet, sheetsOf, standingFor } from './rules.ts'

const moment = {
  id: 'a',
  happenedAt: 1,
  auditId: null,
  actor: 'shopper',
  detail: 'evt_1',
  before: {},
  after: {},
} as const
const toldTo = (role: 'owner' | 'packer', { event, act }: { event?: string; act?: string }) =>
  historyOf(
    event === undefined ? [] : [{ ...moment, what: event }],
    act === undefined ? [] : [{ ...moment, act, actorName: '', actorRole: 'owner' }],
    role,
    toldActs,
  ).length === 1

test('N1: of all acts of the desk a packer is told those of packing and of the address', () => {
  const acts = [...Object.keys(actWords), 'order.of tomorrow']
  expect(acts.length).toBeGreaterThan(50)
  expect(acts.filter((act) => toldTo('owner', { act }))).toEqual(acts)
  expect(acts.filter((act) => toldTo('packer', { act })).sort()).toEqual([
    'order.address',
    'order.exchange',
    'order.exchange-undo',
    'order.note',
    'order.parcel',
    'order.ship',
    'order.unship',
  ])
})

test('N1: of all events of an order a packer is told that it was placed, paid, shipped and restored', () => {
  const events = [...Object.keys(eventTexts), 'of tomorrow']
  expect(events.length).toBeGreaterThan(20)
  expect(events.filter((event) => toldTo('owner', { event }))).toEqual(events)
  expect(events.filter((event) => toldTo('packer', { event })).sort()).toEqual([
    'paid',
    'placed',
    'restored',
    'shipped',
  ])
})

test('N12: of all lists a packer has three', () => {
  const states = chipsOf('owner').map(({ state }) => state)
  expect(states.filter((state) => !isFurtherList(state))).toEqual([
    'open',
    'review',
    'shipped',
    'over',
    'all',
  ])
  expect(states).toHaveLength(11)
  expect(states.filter((state) => listStateOf(state, '', 'owner').state === state)).toEqual(states)
  expect(states.filter((state) => listStateOf(state, '', 'packer').state === state)).toEqual([
    'open',
    'shipped',
    'all',
  ])
  expect(chipsOf('packer').map(({ state }) => state)).toEqual(['open', 'shipped', 'all'])
})

const kinds = Object.keys({
  unpaid: 0,
  void: 0,
  awaiting: 0,
  review: 0,
  open: 0,
  shipped: 0,
  cancelling: 0,
  cancelled: 0,
  returning: 0,
  returned: 0,
} satisfies Record<StandingKind, 0>) as StandingKind[]

const badges = Object.keys({
  refund: 0,
  failure: 0,
  dispute: 0,
  mail: 0,
  address: 0,
  restored: 0,
} satisfies Record<BadgeKind, 0>).map((kind) => ({ kind: kind as BadgeKind, text: kind }))

test('N12: of all badges of an order a packer sees the address and the restored one', () => {
  const shown = (role: 'owner' | 'packer') => standingFor({ kind: 'open', line: 'x', badges }, role).badges
  expect(shown('owner')).toEqual(badges)
  expect(shown('packer').map(({ kind }) => kind)).toEqual(['address', 'restored'])
})

test('N12: of all sheets of an order a packer has those of shipping', () => {
  const sheets = (role: 'owner' | 'packer') =>
    new Set(
      kinds.flatMap((kind) => [
        ...sheetsOf(
          { standing: { kind, line: '', badges }, state: 'paid', shippedAt: null, practice: false },
          role,
        ),
      ]),
    )
  const all: Record<Sheet, 0> = {
    ship: 0,
    'undo-ship': 0,
    address: 0,
    email: 0,
    exchange: 0,
    refund: 0,
    cancel: 0,
    return: 0,
    settle: 0,
    evidence: 0,
    message: 0,
    receipt: 0,
  }
  expect([...sheets('owner')].sort()).toEqual(Object.keys(all).sort())
  expect([...sheets('packer')].sort()).toEqual(['ship', 'undo-ship'])
})
