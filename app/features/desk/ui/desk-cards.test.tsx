import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { DeskCard } from '~/kernel/desk-card.ts'
import { DeskCards, TodaysCards } from './desk-cards.tsx'

const toShip: DeskCard = {
  ...{ kind: 'ship', text: '発送する', unit: '件', note: '', tone: 'main', place: 'orders', waits: false },
  ...{ count: 1, inList: 2, to: '/admin/packing' },
}

const shown = (card: DeskCard) => {
  const Component = () => (
    <DeskCards value={[card]}>
      <TodaysCards day="" />
    </DeskCards>
  )
  const Stub = createRoutesStub([{ path: '/', Component }])
  return renderToStaticMarkup(<Stub />)
}

test('N93: きょう has no card for orders that the bar counts and nobody can ship yet', () => {
  expect(shown(toShip)).toContain('発送する')
  const none = shown({ ...toShip, count: 0 })
  expect(none).not.toContain('発送する')
  expect(none).toContain('きょうの用事は終わりました。')
})
