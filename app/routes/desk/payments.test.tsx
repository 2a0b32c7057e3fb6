import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { UnmatchedPayment } from './payments.tsx'

const payment = {
  paymentIntent: 'pi_1',
  sessionId: 'cs_1',
  receivedAt: 1,
  amount: '660円',
  left: '660円',
  refunds: [],
}

/** The page's two forms: 注文を作り直す, and カードへ返金する. */
const formsAfter = (intent: 'adopt' | 'give-back', requestId: string) => {
  const answer = { failure: 'できません。', typed: { payment: 'pi_1', intent }, requestId }
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => <UnmatchedPayment payment={payment} requestId="new" asks={false} answer={answer} />,
    },
  ])
  const forms = renderToStaticMarkup(<Stub />)
    .split('<form')
    .slice(1)
  return forms.map((form) => ({
    isRefused: form.includes('できません。'),
    id: /name="requestId" value="([^"]*)"/.exec(form)?.[1],
  }))
}

test('M12: a refusal is told at the form that was pressed, whose id alone stays', () => {
  expect(formsAfter('adopt', 'sent-pi_1-adopt')).toEqual([
    { isRefused: true, id: 'sent-pi_1-adopt' },
    { isRefused: false, id: 'new-pi_1' },
  ])
  expect(formsAfter('give-back', 'sent-pi_1')).toEqual([
    { isRefused: false, id: 'new-pi_1-adopt' },
    { isRefused: true, id: 'sent-pi_1' },
  ])
})
