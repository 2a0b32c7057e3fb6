import { expect, test } from 'vitest'
import { createSharedRoom, type SharedRoom } from './shared-room.ts'

/** How many of `tries` found room; `addressOf` gives the address of each. */
const taken = (room: SharedRoom, tries: number, addressOf: (one: number) => string) =>
  Array.from({ length: tries }, (_, one) => room.place(addressOf(one)).take(1)).filter(Boolean).length

test.each([
  { who: 'one client', addressOf: () => '192.0.2.1', gets: 40 },
  { who: 'one household with IPv6', addressOf: (one: number) => `2001:db8:1:2::${one}`, gets: 40 },
  { who: 'one network', addressOf: (one: number) => `192.0.2.${one}`, gets: 60 },
  { who: 'one network of IPv6', addressOf: (one: number) => `2001:db8:1:${one}::1`, gets: 60 },
  { who: 'two networks', addressOf: (one: number) => `192.0.${one % 2}.${one}`, gets: 80 },
  { who: 'many networks', addressOf: (one: number) => `192.0.${one}.1`, gets: 120 },
])('S17: of 120 places $who gets $gets', ({ addressOf, gets }) => {
  expect(taken(createSharedRoom(120), 240, addressOf)).toBe(gets)
})

test('S17: where one network has its part, the next finds room, and gives back what it took', () => {
  const room = createSharedRoom(120)
  taken(room, 240, (one) => `192.0.2.${one}`)
  const place = room.place('198.51.100.1')
  expect([place.fits(60), place.fits(61), place.take(61)]).toEqual([true, false, false])
  expect([place.take(20), place.take(1), place.weight()]).toEqual([true, false, 40])
  place.leave()
  place.leave()
  expect([place.weight(), place.fits(60), place.fits(61)]).toEqual([0, true, false])
})
