import { expect, test } from 'vitest'
import { isFinalRefusal } from './worker.ts'

const said = (response: string, command = 'RCPT TO') =>
  Object.assign(new Error('refused'), { command, response, responseCode: Number(response.slice(0, 3)) })

test.each([
  '550 5.1.1 <a@b.example>: Recipient address rejected: User unknown in virtual mailbox table',
  '550-5.1.1 The email account that you tried to reach does not exist. Please try\n550 5.1.1 double-checking',
  '550 5.1.2 bad destination system',
  '553 5.1.3 bad address syntax',
  '551 5.1.6 mailbox has moved',
  '556 5.1.10 the domain takes no mail',
  '550 5.2.1 the mailbox is disabled',
  '550 5.4.1 Recipient address rejected: Access denied',
  '550 5.0.0 no',
  '550 No such user',
  '550 mailbox unavailable',
  '551 User not local',
  '553 mailbox name not allowed',
  '554 no valid recipients',
  '556 Domain does not accept mail',
])('D8: for ever: %s', (response) => {
  expect(isFinalRefusal(said(response))).toBe(true)
})

test('D8: who takes recipients and refuses them after the mail says so by a code of its own', () => {
  expect(isFinalRefusal(said('550 5.1.1 no such user', 'DATA'))).toBe(true)
  expect(isFinalRefusal(said('554 Message rejected', 'DATA'))).toBe(false)
  expect(isFinalRefusal(said('550 5.0.0 no', 'DATA'))).toBe(false)
})

test.each([
  '450 4.2.1 mailbox busy',
  '451 4.7.1 greylisted',
  '552 5.2.2 mailbox full',
  '552 requested action aborted: exceeded storage',
  '550 5.2.2 the mailbox is full',
  '554 5.7.1 <a@b.example>: Relay access denied',
  '550 relay not permitted',
  '553 5.7.1 <shop@shop.example>: Sender address rejected: not owned by user',
  '550 5.1.8 sender domain does not exist',
  '554 Service unavailable; Client host blocked using a list',
  '530 5.7.0 Authentication required',
  '550 not before you log in',
  '503 bad sequence of commands',
])('D8: worth another try: %s', (response) => {
  expect(isFinalRefusal(said(response))).toBe(false)
})

test.each([
  ['of our address', said('550 5.1.1 no such user', 'MAIL FROM')],
  ['of our login', said('535 5.7.8 bad credentials', 'AUTH PLAIN')],
  [
    'by a server that is not there',
    Object.assign(new Error('ECONNREFUSED'), { code: 'ESOCKET', command: 'CONN' }),
  ],
  ['without words', new Error('no')],
  ['that is no error', 'no'],
])('D8: worth another try: a failure %s', (_, error) => {
  expect(isFinalRefusal(error)).toBe(false)
})

test('D8: of all codes without a reason those of a recipient are for ever', () => {
  const codes = Array.from({ length: 200 }, (_, at) => 400 + at)
  expect(codes.filter((code) => isFinalRefusal(said(`${code} no`)))).toEqual([550, 551, 553, 554, 556])
})

test('D8: of all detailed codes those of RFC 3463 that name the recipient are for ever', () => {
  const details = ['4', '5'].flatMap((kind) =>
    Array.from({ length: 8 }, (_, subject) =>
      Array.from({ length: 12 }, (_, detail) => `${kind}.${subject}.${detail}`),
    ).flat(),
  )
  const final = (command: string) =>
    details.filter((detail) => isFinalRefusal(said(`599 ${detail} no`, command)))
  const ofRecipients = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']
  for (const command of ['RCPT TO', 'DATA']) expect(final(command)).toEqual(ofRecipients)
  expect(final('MAIL FROM')).toEqual([])
})
