/** Faults in what guards orders, payments and mails. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'S8: an event without a good signature is taken in',
    text: '  if (event === undefined) {\n    // Anybody can send one, so it is counted and no alarm (N27).\n',
    instead: '  if (event === undefined) {\n    return 200\n',
  },
  {
    name: 'S8: an event that is none is taken in',
    text: "if (event === 'no-event') {",
    instead: "if (event === 'no-event') {\n    return 200",
  },
  {
    name: 'S8: a session that the provider does not know is taken in',
    text: '{ alarm: true })\n      return 503',
    instead: '{ alarm: true })\n      return 200',
  },
  {
    name: 'S8: the same event counts twice',
    text: 'return numInsertedOrUpdatedRows > 0n\n}\n\ninterface PaymentPlace',
    instead: 'return numInsertedOrUpdatedRows >= 0n\n}\n\ninterface PaymentPlace',
  },
  {
    name: 'S8: another order is paid by a session of this one',
    text: "if (report.orderId !== order.id) return 'other-order'",
    instead: '',
  },
  { name: 'S8: test money pays', text: "if (report.livemode !== livemode) return 'livemode'", instead: '' },
  {
    name: 'S8: another currency pays',
    text: "if (report.currency !== order.currency) return 'currency'",
    instead: '',
  },
  {
    name: 'S8: too little pays',
    text: "report.amountTotal === order.total ? undefined : 'amount'",
    instead: "(report.amountTotal ?? 0) <= order.total ? undefined : 'amount'",
  },
  {
    name: 'M4: an unpaid session is paid',
    text: "status === 'complete' && paymentStatus !== 'unpaid'",
    instead: "status === 'complete'",
  },
  {
    name: 'M5: an expiry comes after paying',
    text: "return order.state === 'pending' ? { kind: 'move', to: 'expired' } : nothing('too late')",
    instead: "return { kind: 'move', to: 'expired' }",
  },
  {
    name: 'M5: an order that waits cannot fail',
    text: "order.state === 'pending' || order.state === 'awaiting_payment'\n      ? { kind: 'move', to: 'failed' }",
    instead: "order.state === 'pending'\n      ? { kind: 'move', to: 'failed' }",
  },
  {
    name: 'M5: a second payment is not told',
    text: "return report.sessionId === order.sessionId\n      ? nothing('too late')",
    instead: "return report.sessionId !== ''\n      ? nothing('too late')",
  },
  {
    name: 'M5: what needs a look is shipped',
    text: "if (order.state !== 'paid') return order.state === 'needs_review' ? 'needs-review' : 'unpaid'\n  if (order.shippedAt !== null) return 'shipped'\n  if (order.reviewReason !== null && order.settledAt === null) return 'needs-review'",
    instead:
      "if (order.state !== 'paid' && order.state !== 'needs_review') return 'unpaid'\n  if (order.shippedAt !== null) return 'shipped'",
  },
  {
    name: 'S7: shipping twice sends two mails',
    text: "if (order.shippedAt !== null) return 'shipped'\n",
    instead: '',
  },
  {
    name: 'S9: two open orders of one cart',
    text: ".onConflict((conflict) => conflict.column('openKey').doNothing())",
    instead: ".onConflict((conflict) => conflict.column('openKey').doUpdateSet({ attempt: 1 }))",
  },
  {
    name: 'S9: an order of another browser loses its key',
    text: ".where('browserToken', '=', order.browserToken)\n      .where((eb) =>",
    instead: '.where((eb) =>',
  },
  {
    name: 'S9: a stored payment page is overwritten',
    text: ".where((eb) => eb.or([eb('sessionId', 'is', null), eb('sessionId', '=', session.id)]))",
    instead: '',
  },
  {
    name: 'S9: a stored address is overwritten',
    text: "\n      .where('sessionUrl', 'is', null)\n",
    instead: '\n',
  },
  {
    name: 'M2: who comes second takes a further attempt',
    text: "\n      .where('attempt', '=', order.attempt)\n",
    instead: '\n',
  },
  {
    name: 'M2: an order with a page gets another key',
    text: "\n      .where('sessionId', 'is', null)\n      .executeTakeFirst()\n    if (numUpdatedRows === 0n) return\n    await extendHolds",
    instead: '\n      .executeTakeFirst()\n    if (numUpdatedRows === 0n) return\n    await extendHolds',
  },
  {
    name: 'a paid order is closed',
    text: "\n      .where('state', '=', 'pending')\n      .where((eb) => (sessionId === null",
    instead: '\n      .where((eb) => (sessionId === null',
  },
  {
    name: 'an order with another payment page is closed',
    text: "\n      .where((eb) => (sessionId === null ? eb('sessionId', 'is', null) : eb('sessionId', '=', sessionId)))",
    instead: '',
  },
  {
    name: 'S9: money on its way is asked for again',
    text: "(state === 'paid' || state === 'awaiting_payment')",
    instead: "state === 'paid'",
  },
  {
    name: 'M5: another payment takes the place of the one that needs a look',
    text: "return order.state === 'paid' || order.state === 'needs_review'\n    ? { reviewReason",
    instead: "return order.state === 'paid'\n    ? { reviewReason",
  },
  {
    name: 'M8: an order that the provider does not list is noted each day',
    text: 'if (order === undefined || order.reviewReason !== null) return',
    instead: 'if (order === undefined) return',
  },
  {
    name: 'S8: every session without an order is told to the owner',
    text: "if (!isPaid(report) || belongingOf(report, { shopId, siteOrigin: ctx.siteOrigin }) === 'foreign')",
    instead: "if (belongingOf(report, { shopId, siteOrigin: ctx.siteOrigin }) === 'foreign')",
  },
  {
    name: 'S13: what could not be asked about takes products out of the cart',
    text: "return state === 'pending' ? 'unsure' : 'waiting'",
    instead: "return 'waiting'",
  },
  {
    name: 'S1: another amount is charged',
    text: 'if (submitted.unitAmount !== sold.unitPrice) return',
    instead: 'if (false) return',
  },
  {
    name: 'S1: another shipping is charged',
    text: 'if (submitted.shipping === totals.shipping) return ofLines',
    instead: 'return ofLines',
  },
  {
    name: 'S3: 100 kinds are quoted',
    text: 'if (numbers.size > terms.kinds) return',
    instead: 'if (numbers.size > terms.kinds + 1) return',
  },
  {
    name: 'S3: 100 units are quoted',
    text: 'some((quantity) => quantity > unitsPerLine)',
    instead: 'some((quantity) => quantity > unitsPerLine + 1)',
  },
  {
    name: 'S3: more than the provider takes is quoted',
    text: 'const highestTotal = 99_999_999',
    instead: 'const highestTotal = 999_999_999',
  },
  {
    name: 'C9: products without a certain price are sold',
    text: 'return canBeBought(cartProduct) ? cartProduct : undefined',
    instead: 'return cartProduct',
  },
  {
    name: 'a mail is sent before its time',
    text: "eb('nextAttemptAt', '<=', now),",
    instead: "eb('nextAttemptAt', '<=', now + 86_400_000),",
  },
  {
    name: 'a mail in another hand is sent',
    text: "eb('claimedUntil', '<=', now), eb(",
    instead: "eb('claimedUntil', '>=', 0), eb(",
  },
  {
    name: 'a clock set back delays a mail',
    text: "eb('nextAttemptAt', '>', now + longestPauseAfter(attempts) + skewMs),",
    instead: "eb('nextAttemptAt', '>', now * 2),",
  },
  {
    name: 'a claim of a clock set back is held for ever',
    text: ", eb('claimedUntil', '>', now + claimMs + skewMs)]",
    instead: ']',
  },
  {
    name: 'a sent mail is sent again',
    text: "\n      .where('state', '=', 'queued')\n      .where((eb) => isDue(eb, now))",
    instead: '\n      .where((eb) => isDue(eb, now))',
  },
  {
    name: 'who lost the claim says what became of a mail',
    text: "\n        .where('claimedUntil', '=', mail.claimedUntil)",
    instead: '',
  },
  {
    name: 'a mail is tried for ever',
    text: 'if (refused || mail.attempts >= mostAttempts) {',
    instead: 'if (refused) {',
  },
  {
    name: 'D8: a mail that is refused for ever is tried again and again',
    text: 'if (refused || mail.attempts >= mostAttempts) {',
    instead: 'if (mail.attempts >= mostAttempts) {',
  },
  {
    name: 'D8: a full mailbox is refused for ever',
    text: "return command === 'RCPT TO' && refusedRecipient.has(responseCode) && saysNoMore && !aboutUs.test(response)",
    instead: "return command === 'RCPT TO' && !aboutUs.test(response)",
  },
  {
    name: 'D8: who refuses the shop itself refuses the mail for ever',
    text: ' && saysNoMore && !aboutUs.test(response)',
    instead: ' && saysNoMore',
  },
  {
    name: 'D8: one domain takes all the turns',
    text: 'mails.length >= mostPerDomain',
    instead: 'mails.length > 1_000',
  },
  {
    name: 'D8: a domain is busy under one spelling alone',
    text: "address.slice(address.lastIndexOf('@') + 1).toLowerCase()",
    instead: "address.slice(address.lastIndexOf('@') + 1)",
  },
  {
    name: 'D8: a domain with signs of a pattern holds up others',
    text: "domain.replaceAll(/[\\\\%_]/g, '\\\\$&')",
    instead: 'domain',
  },
  {
    name: 'D8: mails that come later wait for one that hangs',
    text: 'await Promise.race([...sending.values(), pause(lookAgainMs, undefined, { ref: false })])',
    instead: 'await Promise.race(sending.values())',
  },
  {
    name: 'D8: what waited for its domain is left for the next run',
    text: 'else if (busy.length === 0) break',
    instead: 'else break',
  },
  {
    name: 'D8: any number of mails at once',
    text: 'sending.size < mailsAtOnce',
    instead: 'sending.size < 1_000',
  },
  {
    name: 'P14: old mails are forgotten without a pause for a stop',
    text: '  while (!signal.aborted) {\n    const mails = found(',
    instead: '  for (;;) {\n    const mails = found(',
  },
  {
    name: 'P14: old mails are forgotten all at once',
    text: '.limit(portionRows)',
    instead: '',
  },
  {
    name: 'P14: old mails are looked for among all',
    text: 'mails.where(isKept).where(doneAt,',
    instead: 'mails.where(doneAt,',
  },
]
