/** Faults that only the built shop shows. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'S11: the mailbox in a real shop',
    text: "if (!ctx.demo) throw data(null, { status: 404, statusText: 'Not Found' })\n  const mails",
    instead: 'const mails',
    browser: 'tests/e2e/real-shop.spec.ts -g money',
  },
  {
    name: 'a job is forgotten',
    text: 'jobs: paymentJobs,',
    instead: 'jobs: (services) => paymentJobs(services).slice(1),',
    browser: 'tests/e2e/real-shop.spec.ts -g money',
  },
  {
    name: 'S13: products that another check took out go to be paid again',
    text: 'if (cartFingerprint(actions.getSnapshot().cart) !== cartFingerprint(cart)) return fail(changedMeanwhile)',
    instead: '',
    browser: 'tests/e2e/payment-return.spec.ts -g nor.while',
  },
  {
    name: 'S13: products of an order that another tab has settled do not come back',
    text: "if (effect === 'give-back' && !isToComeBack) return 'none'",
    instead: '',
    browser: 'tests/e2e/payment-return.spec.ts -g takes.out.during',
  },
]
