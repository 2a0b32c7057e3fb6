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
  {
    name: 'R19: a short form of the desk is left without asking',
    text: 'value !== (stored.current.get(name) ?? defaultValue)',
    instead: 'value === undefined',
    browser: 'tests/e2e/desk-orders.spec.ts -g N10',
  },
  {
    name: 'R19: ticks of the desk count as typed text',
    text: "['hidden', 'checkbox', 'radio', 'file', 'submit', 'password']",
    instead: "['file']",
    browser: 'tests/e2e/desk-stock.spec.ts',
  },
  {
    name: 'R19: text that was refused may be left without asking',
    text: '    if (!isAnswered)\n      stored.current',
    instead: '      stored.current',
    browser: 'tests/e2e/desk-stock.spec.ts',
  },
  {
    name: 'R19: a draft of the desk stays after its save',
    text: "savedAs.includes(new URLSearchParams(search).get('done') ?? '')",
    instead: 'savedAs.includes(search)',
    browser: 'tests/e2e/desk-settings.spec.ts',
  },
  {
    name: 'R19: what is refused at the address of the last save counts as saved',
    text: ' && location.key !== sentTo',
    instead: '',
    browser: 'tests/e2e/desk-products.spec.ts',
  },
  {
    name: 'R19: a product whose fields stand not all on the screen looks changed',
    text: '...Object.fromEntries(missing.map((name) => [name, start[name]])) }',
    instead: '...Object.fromEntries(missing.map((name) => [name, start[name]].slice(0, 0))) }',
    browser: 'tests/e2e/desk-products.spec.ts',
  },
  {
    name: 'R47: what was pressed is done for nobody',
    text: 'isDone: await doWanted(ctx, token, wish)',
    instead: 'isDone: true',
    browser: 'tests/e2e/gallery-reactions.spec.ts -g R47',
  },
  {
    name: 'R46: a photograph changes places with one that failed',
    text: '        .map((each) => each.row)\n        .toSpliced(shown, 1)\n        .toSpliced(shown + by, 0, row)',
    instead:
      '        .map((each) => rows[rows.indexOf(each.row)] ?? each.row)\n        .toSpliced(shown, 1)\n        .toSpliced(shown, 0, row)',
    browser: 'tests/e2e/recipe-photographs.spec.ts -g moved',
  },
]
