/** Faults in what is kept of payments, refunds and disputes, and in orders made again. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'M10: a payment of a repaid order is its first',
    text: "transition.kind === 'review' && transition.reason === 'paid-twice' ? 'second' : 'first'",
    instead: "transition.kind === 'review' ? 'first' : 'first'",
  },
  {
    name: 'M10: what is waited for is kept as paid',
    text: 'if (isPaid(report)) await keepPayment(trx, ctx, report, { orderId: order.id',
    instead: 'if (report) await keepPayment(trx, ctx, report, { orderId: order.id',
  },
  {
    name: 'M10: an unmatched payment never gets its order',
    text: ".where('payment.role', '=', 'unmatched')",
    instead: ".where('payment.role', '=', 'second')",
  },
  {
    name: 'M10: any payment may get another order',
    text: ".doUpdateSet({ orderId, role }).where('payment.role', '=', 'unmatched')",
    instead: ".doUpdateSet({ orderId, role: 'unmatched' })",
  },
  {
    name: 'M10: second payments of before are not looked for',
    text: ".where('orderEvent.detail', 'like', `${twice}%`)",
    instead: ".where('orderEvent.detail', '=', twice)",
  },
  {
    name: 'M10: money of before that needs a look is not looked for',
    text: "    .where('orders.state', '=', 'needs_review')\n    .where('orders.practice'",
    instead: "    .where('orders.state', '=', 'paid')\n    .where('orders.practice'",
  },
  {
    name: 'M11: an order whose money went back is shipped',
    text: "if (isGivenBack(money)) return 'refunded'",
    instead: '',
  },
  {
    name: 'M11: money on its way back does not count',
    text: "['asked', 'pending', 'requires_action', 'succeeded'] as const",
    instead: "['succeeded'] as const",
  },
  {
    name: 'M11: a failed refund counts',
    text: "['asked', 'pending', 'requires_action', 'succeeded'] as const",
    instead: "['asked', 'pending', 'requires_action', 'succeeded', 'failed'] as const",
  },
  {
    name: 'M11: a cancelled refund counts',
    text: "['asked', 'pending', 'requires_action', 'succeeded'] as const",
    instead: "['asked', 'pending', 'requires_action', 'succeeded', 'canceled'] as const",
  },
  {
    name: 'M11: a part is the whole',
    text: 'money.paid > 0 && givenBack(money) >= money.paid',
    instead: 'money.paid > 0 && givenBack(money) > 0',
  },
  {
    name: 'M11: an order without a kept payment is never shipped',
    text: 'money.paid > 0 && givenBack(money) >= money.paid',
    instead: 'givenBack(money) >= money.paid',
  },
  {
    name: 'M11: what was sent before its money went back is cancelled',
    text: 'if (shippedAt !== null) return kindAfterShipping(money)',
    instead: 'if (shippedAt !== null && !isGivenBack(money)) return kindAfterShipping(money)',
  },
  {
    name: 'M11: the buyer reads that what is given back is being made ready',
    text: 'if (cancelledAt !== null || isGivenBack(money))\n',
    instead: 'if (cancelledAt !== null)\n',
  },
  {
    name: 'M11: a lost dispute is nothing',
    text: "return status === 'lost' ? 'lost' : 'open'",
    instead: "return 'open'",
  },
  {
    name: 'M11: a question of the bank is a dispute',
    text: "if (status === 'warning_needs_response' || status === 'warning_under_review') return 'question'",
    instead: '',
  },
  {
    name: 'M11: a dispute that was won stays open',
    text: "if (status === 'won' || status === 'prevented'",
    instead: "if (status === 'prevented'",
  },
  {
    name: 'M11: an old answer about a refund counts',
    text: 'if (kept.asOf > asOf) return undefined\n',
    instead: '',
  },
  {
    name: 'M11: an old answer about a dispute counts',
    text: "if (kept.asOf > asOf) return false\n  await trx.updateTable('dispute')",
    instead: "await trx.updateTable('dispute')",
  },
  {
    name: 'M11: a refund event counts as often as it comes',
    text: "if (event !== null && !(await isFirst(trx, event, ctx.now()))) return 'repeated'\n    const order = await lockedPayment(trx, paymentIntent)",
    instead: 'const order = await lockedPayment(trx, paymentIntent)',
  },
  {
    name: 'M11: refunds do not lock their order',
    text: "const order = orderId === null ? undefined : await lockedOrderBy(trx, 'id', orderId)",
    instead:
      "const { orderBy } = await import('~/features/orders/queries.server.ts')\n  const order = orderId === null ? undefined : await orderBy(trx, 'id', orderId)",
  },
  {
    name: 'M11: a failed refund is told as one that came',
    text: 'subjectKey: failed ? `${refund.id} failed` : refund.id',
    instead: 'subjectKey: refund.id',
  },
  {
    name: 'M11: a dispute is told once for all its phases',
    text: 'subjectKey: `${dispute.id} ${phase}`',
    instead: 'subjectKey: dispute.id',
  },
  {
    name: 'M11: refunds of another shop are recorded',
    text: 'if (report.orderId === null || !isPaid(report)) return false',
    instead: '',
  },
  {
    name: 'M11: a dispute of the other mode is kept',
    text: "if (dispute.livemode !== ctx.gateway.livemode) return 'foreign'",
    instead: '',
  },
  {
    name: 'M11: charge.refunded is not taken in',
    text: "if (about.object === 'charge' && type !== 'charge.refunded')",
    instead: "if (about.object === 'charge')",
  },
  {
    name: 'M11: anything told of a charge is a refund',
    text: "if (about.object === 'charge' && type !== 'charge.refunded')",
    instead: "if (type === '')",
  },
  {
    name: 'M11: late refunds are not looked for',
    text: 'settled: 180 * day',
    instead: 'settled: 30 * day',
  },
  {
    name: 'M11: the daily comparison takes refunds of anybody',
    text: 'if (!(await paymentIsOurs(ctx, reconciler, refund.paymentIntent))) continue',
    instead: '',
  },
  {
    name: 'M12: a session that is not paid becomes an order',
    text: "if (!isPaid(session) || session.paymentIntent === null) return refused('not-paid')",
    instead: "if (session.paymentIntent === null) return refused('not-paid')",
  },
  {
    name: 'M12: practice money becomes an order',
    text: "if (session.livemode !== facts.livemode) return refused('livemode')",
    instead: '',
  },
  {
    name: 'M12: another currency becomes an order',
    text: "if (session.currency !== 'jpy') return refused('currency')",
    instead: '',
  },
  {
    name: 'M12: lines that are not what was paid become an order',
    text: "if (total !== session.amountTotal) return refused('sums')",
    instead: '',
  },
  {
    name: 'M12: a session of another shop becomes an order',
    text: "if (session.orderId === null || from === undefined || belongingOf(session, facts) === 'foreign')",
    instead: 'if (session.orderId === null || from === undefined)',
  },
  {
    name: 'M12: a line without a number is left out of the order',
    text: 'if (line.number === null || !Number.isInteger(unitPrice) || unitPrice < 0) return undefined',
    instead:
      'if (line.number === null) continue\n    if (!Number.isInteger(unitPrice) || unitPrice < 0) return undefined',
  },
  {
    name: 'M12: a free kit loses that it was free',
    text: 'const free = unitPrice === 0 && name.endsWith(freeSuffix)',
    instead: 'const free = false',
  },
  {
    name: 'M12: an order that is there is adopted as well',
    text: 'if (!isNew && (order.restoredAt === null || order.sessionId !== session.sessionId))',
    instead: 'if (false)',
  },
  {
    name: 'M12: the buyer is mailed unasked',
    text: 'if (mailsBuyer) await enqueueMail',
    instead: 'await enqueueMail',
  },
  {
    name: 'M12: two orders have one number',
    text: "number === null || (await orderBy(trx, 'orderNumber', number)) !== undefined ? newOrderNumber() : number",
    instead: 'number ?? newOrderNumber()',
  },
  {
    name: 'S25: the former link does not open',
    text: "?? orderBy(db, 'formerTokenHash', hashOfToken(token))",
    instead: "?? orderBy(db, 'id', token)",
  },
  {
    name: 'S25: who knows the hash opens the order',
    text: "?? orderBy(db, 'formerTokenHash', hashOfToken(token))",
    instead: "?? orderBy(db, 'formerTokenHash', token)",
  },
  {
    name: 'M2: an attempt of before is asked for otherwise',
    text: 'sessionNamesToken ? { order_number: number, token_sha256: tokenHash } : {}',
    instead: 'true ? { order_number: number, token_sha256: tokenHash } : {}',
  },
  {
    name: 'S25: a further attempt does not name the token',
    text: 'sessionExpiresAt, sessionNamesToken: namesTokenAndShop })',
    instead: 'sessionExpiresAt })',
  },
  {
    name: 'S22: who sold is not kept',
    text: "const paid = to === 'paid' ? { paidAt: now(), issuer } : {}",
    instead: "const paid = to === 'paid' ? { paidAt: now() } : {}",
  },
  {
    name: 'S22: each start writes over who sold',
    text: "eb.and([eb('issuer', 'is', null), eb.or(",
    instead: 'eb.and([eb.or(',
  },
  {
    name: 'S22: who sold is filled in before the money came',
    text: ", eb.or([eb('paidAt', 'is not', null), eb('state', '=', 'needs_review')])])",
    instead: '])',
  },
  {
    name: 'S22: the note names who sells today',
    text: 'issuer: order.issuer ?? issuerToday(settings),',
    instead: 'issuer: issuerToday(settings),',
  },
  {
    name: 'S7: what was given back stands among what is to be shipped',
    text: '(shipped_at is not null or cancelled_at is not null or ${givenBack})',
    instead: '(shipped_at is not null or cancelled_at is not null)',
  },
  {
    name: 'S7: the newest that waits stands first',
    text: 'then -created_at else created_at end',
    instead: 'then -created_at else -created_at end',
  },
]
