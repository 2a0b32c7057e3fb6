import { expect, test } from 'vitest'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { ownerAtDesk, personAtDesk } from './at-desk.server.ts'

const now = () => 0
const notFound = expect.objectContaining({ init: { status: 404 } })

const thrown = (task: () => unknown): unknown => {
  try {
    return task()
  } catch (error) {
    return error
  }
}

test('N12: who is not at the desk finds nothing there, and a packer none of the owner’s pages', () => {
  const [owner, packer] = [deskPersonForTests({ now }), deskPersonForTests({ now }, { role: 'packer' })]
  const visitor = { kind: 'visitor', address: '203.0.113.7' } as const
  expect([personAtDesk({ actor: owner }), ownerAtDesk({ actor: owner })]).toEqual([owner, owner])
  expect(personAtDesk({ actor: packer })).toBe(packer)
  expect(thrown(() => ownerAtDesk({ actor: packer }))).toEqual(notFound)
  expect(thrown(() => personAtDesk({ actor: visitor }))).toEqual(notFound)
  expect(thrown(() => ownerAtDesk({ actor: visitor }))).toEqual(notFound)
})
