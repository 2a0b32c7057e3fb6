import { expect, test } from 'vitest'
import { alarmText, digestMail, urgentMail } from './alarms.rules.ts'

const text = 'お客様がお支払いに進めません（つながりません）。ネットワークを確かめてください。'
const from = { shopName: '布の試野', demo: false, deskAddress: 'https://shop.example/admin' }
const to = { recipient: 'owner@shop.example', deskAddress: from.deskAddress }

test('N26: a trouble is told with what to do about it, and its end without', () => {
  const over = '収まりました：お客様がお支払いに進めません（つながりません）'
  const trouble = { text, beganAt: 0 }
  expect(alarmText([text], [], from)).toContain(`・${text}\n`)
  expect(alarmText([], [text], from)).toContain(`・${over}\n`)
  const mail = (isOver: boolean) => urgentMail({ ...to, subjectKey: 'x', text, isOver }).opening
  expect([mail(false), mail(true)]).toEqual([[text], [over]])
  const { blocks } = digestMail([trouble], [trouble], { ...to, day: '2026-11-28' })
  expect(blocks.map(({ lines }) => JSON.stringify(lines).includes('ネットワーク'))).toEqual([true, false])
})
