/** Faults in what the shop gives back itself. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'N4: an old answer to a key is news',
    text: '{ refunds, asOf: asked.askedAt }',
    instead: '{ refunds, asOf: ctx.now() }',
  },
  {
    name: 'N4: a refund without an answer is asked for under another key',
    text: 'idempotencyKey: `refund:${id}`',
    instead: 'idempotencyKey: `refund:${id}:${Math.random()}`',
  },
  {
    name: 'N4: with the key forgotten nobody looks into the list',
    text: 'if (ctx.now() - askedAt >= keyIsKeptMs) await refreshRefunds(ctx, asker, paymentIntent)',
    instead: '',
  },
  {
    name: 'N4: what was asked for by us is taken for one of elsewhere',
    text: 'if (known !== undefined || refundId === null) return known',
    instead: 'return known',
  },
  {
    name: 'N4: no answer is a refusal',
    text: "if (!isRefusal) return { kind: 'unanswered', why }",
    instead: '',
  },
  {
    name: 'N4: her mail comes before the provider took it',
    text: "if (order === undefined || (state !== 'pending' && state !== 'succeeded')) return",
    instead: 'if (order === undefined) return',
  },
  {
    name: 'I1: what is asked for does not lessen what is left',
    text: 'const back = refunds.filter(({ state }) => counts(state))',
    instead: "const back = refunds.filter(({ state }) => state === 'succeeded')",
  },
  {
    name: 'I1: a lost dispute leaves the money',
    text: "const lost = disputes.filter(({ status }) => disputePhase(status) === 'lost')",
    instead: 'const lost = disputes.slice(0, 0)',
  },
  {
    name: 'I1: more than is left goes back',
    text: "if (total > left) faults.push({ why: 'too-much', field: fieldOf(parts), left })",
    instead: '',
  },
  {
    name: 'I3: more units than are left go back',
    text: '!isCount(units) || units > unitsLeft',
    instead: '!isCount(units)',
  },
  {
    name: 'I3: the shipping goes back twice',
    text: '!isCount(shipping) || shipping > most.shipping',
    instead: '!isCount(shipping)',
  },
  {
    name: 'I6: an order of which nothing is left goes on',
    text: 'leftOfAll(payments) === amount && order.shippedAt === null',
    instead: 'false',
  },
  {
    name: 'N4: the last part does not take the rest of the tax',
    text: 'if (amount < leftOf(payment)) return taxInside(yen(amount))',
    instead: 'return taxInside(yen(amount))',
  },
  {
    name: 'N20: what is disputed is given back',
    text: 'const found = inYen.find((payment) => openDisputes(payment).length === 0)',
    instead: 'const found = inYen[0]',
  },
  {
    name: 'N3: money moves without asking who she is',
    text: "return isConfirmed(actor, now()) ? undefined : 'confirm'",
    instead: 'return isConfirmed(actor, now()) ? undefined : undefined',
  },
  {
    name: 'N18: what was shipped is cancelled',
    text: "if (shippedAt !== null) return 'shipped'\n  return cancelledAt === null",
    instead: 'return cancelledAt === null',
  },
  {
    name: 'N21: any reason has any end',
    text: "if (!settlementsOf(order).includes(form.how)) return refused('wrong-end')",
    instead: '',
  },
  {
    name: 'N21: checked without a word',
    text: "if (form.how === 'checked' && form.note === '') return refused('note-missing')",
    instead: '',
  },
  {
    name: 'N19: a transfer stands for a refund that did not fail',
    text: 'failed === undefined || payment === undefined || !isStillFailed(payments, failed.id)',
    instead: 'failed === undefined || payment === undefined',
  },
  {
    name: 'N19: more of a line comes back than was sent',
    text: 'unitsToReturn(order.lines, notShipped, await returnsOf(trx, order.id))',
    instead: 'unitsToReturn(order.lines, notShipped, [])',
  },
  {
    name: 'N19: a return that was refunded is changed',
    text: "if (row.refundId !== null) return refused('refunded')",
    instead: '',
  },
  {
    name: 'N19: what stayed in the shop comes back',
    text: 'quantity - (notShipped[at] ?? 0)',
    instead: 'quantity',
  },
  {
    name: 'N19: a return that arrived is withdrawn',
    text: "if (row.arrivedAt !== null && form.to === 'withdrawn') return refused('arrived')",
    instead: '',
  },
]
