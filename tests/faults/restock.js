/** Faults in notices of what is sold again, and in what stands beside a product that is not. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'W10: what is sold is asked for',
    text: "if (!isAwaited(product)) return refused('is_sold')",
    instead: '',
  },
  {
    name: 'W10: they are told while the shop is closed',
    text: '// Not while the shop is closed: nothing can be bought yet.\n    if ((await shopClosure(ctx.db, ctx.now())) !== null) return',
    instead: '',
  },
  {
    name: 'W10: they are told at a price of an old feed',
    text: "? back.filter(({ type }) => type === 'kit') : back",
    instead: '? back : back',
  },
  {
    name: 'W10: a kit waits for the feed',
    text: "? back.filter(({ type }) => type === 'kit') : back",
    instead: '? [] : back',
  },
  {
    name: 'W10: they are told of what has no price',
    text: 'const back = sold.filter(isForSale)\n',
    instead: 'const back = sold\n',
  },
  {
    name: 'W10: all of them wait for one that is back',
    text: ".where('number', '=', product.number)\n      .where('confirmedAt', 'is not', null)",
    instead: ".where('confirmedAt', 'is not', null)",
  },
  {
    name: 'W10: some of many are told',
    text: 'while (told === mailsAtOnce && !signal.aborted)',
    instead: 'if (!signal.aborted)',
  },
  {
    name: 'W11: a request without a mail',
    text: "if (!ctx.demo && !ctx.mail.delivers) return refused('mail_off')\n  const product =",
    instead: 'const product =',
  },
  {
    name: 'W11: the first link of two is good',
    text: 'doUpdateSet({ tokenHash, createdAt: ctx.now() })',
    instead: 'doUpdateSet({ createdAt: ctx.now() })',
  },
  {
    name: 'W11: asked for again it is as old as before',
    text: 'doUpdateSet({ tokenHash, createdAt: ctx.now() })',
    instead: 'doUpdateSet({ tokenHash })',
  },
  {
    name: 'W12: a second press counts anew',
    text: 'else if (row.confirmedAt === null)\n',
    instead: 'else\n',
  },
  {
    name: 'W11: who did not confirm is told',
    text: ".where('confirmedAt', 'is not', null)\n      .select(['id', 'email', 'confirmedAt'])",
    instead: ".select(['id', 'email', 'confirmedAt'])",
  },
  {
    name: 'W12: a link without end',
    text: "eb.and([eb('confirmedAt', 'is', null), eb('createdAt', '>', now - restockKept.unconfirmed)])",
    instead: "eb('confirmedAt', 'is', null)",
  },
  {
    name: 'W12: a request without end',
    text: "eb('confirmedAt', '>', now - restockKept.confirmed)",
    instead: "eb('confirmedAt', 'is not', null)",
  },
  {
    name: 'W12: what was confirmed goes after a day',
    text: "eb.and([eb('confirmedAt', 'is', null), eb('createdAt', '<=', now() - restockKept.unconfirmed)])",
    instead: "eb('createdAt', '<=', now() - restockKept.unconfirmed)",
  },
  {
    name: 'W12: what nobody confirmed goes at once',
    text: "eb.and([eb('confirmedAt', 'is', null), eb('createdAt', '<=', now() - restockKept.unconfirmed)])",
    instead: "eb('confirmedAt', 'is', null)",
  },
  {
    name: 'W12: what was confirmed stays',
    text: "eb('confirmedAt', '<=', now() - restockKept.confirmed),",
    instead: '',
  },
  {
    name: 'W13: a client without limit',
    text: "[client, network, together])))\n      return refused('too_many",
    instead: "[network, together])))\n      return refused('too_many",
  },
  {
    name: 'W13: a network without limit',
    text: "[client, network, together])))\n      return refused('too_many",
    instead: "[client, together])))\n      return refused('too_many",
  },
  {
    name: 'W13: a shop without limit',
    text: "[client, network, together])))\n      return refused('too_many",
    instead: "[client, network])))\n      return refused('too_many",
  },
  {
    name: 'W13: rows without limit',
    text: "!(await makeRoom(trx, ctx.now())))\n      return refused('full')",
    instead: '!(await makeRoom(trx, ctx.now())))\n      void 0',
  },
  {
    name: 'W13: a mailbox without limit',
    text: 'if (await countTryWithin(trx, ctx.now(), [mailboxLimit(email)]))\n',
    instead: '',
  },
  {
    name: 'W13: each spelling is a mailbox of its own',
    text: 'textHash(mailboxOf(email))',
    instead: 'textHash(email)',
  },
  {
    name: 'W14: what is stopped stands beside what is stopped',
    text: '(await fabricsNumbered(db, numbers)).filter(isForSale)',
    instead: '(await fabricsNumbered(db, numbers))',
  },
  {
    name: 'W14: a fabric without a price is near',
    text: 'each.price !== null && nameKey(each.name) !== name',
    instead: 'nameKey(each.name) !== name',
  },
  {
    name: 'W14: its other colours are near',
    text: 'each.price !== null && nameKey(each.name) !== name',
    instead: 'each.price !== null',
  },
  {
    name: 'W14: another pattern is alike',
    text: '!pattern || (isPlain(fabric) && !colour)',
    instead: 'isPlain(fabric) && !colour',
  },
  {
    name: 'W14: plain fabrics of any colour are alike',
    text: '!pattern || (isPlain(fabric) && !colour)',
    instead: '!pattern',
  },
  {
    name: 'W14: a patterned fabric is plain',
    text: 'if (!isPlain(other)) return 0',
    instead: '',
  },
  {
    name: 'W14: plain ones stand beside a plain one twice',
    text: 'plain: isPlain(fabric) ? [] : ranked',
    instead: 'plain: ranked',
  },
  {
    name: 'W15: beginners are led to any fabric',
    text: "...(level === 'beginner' ? (['cotton'] as const) : []), null",
    instead: 'null',
  },
  {
    name: 'W15: all are led to cotton',
    text: "(level === 'beginner' ? (['cotton'] as const) : [])",
    instead: "(['cotton'] as const)",
  },
  {
    name: 'W15: 布を選ぶ leads to what is stopped',
    text: 'inOrder(left, order, null).slice(0, 1).some(isForSale)',
    instead: 'left.some(isForSale)',
  },
  {
    name: 'W15: a list does not know what is stopped',
    text: 'none.has(fabric.number) ? { ...fabric, suspended: true as const } : fabric',
    instead: "none.has('') ? { ...fabric, suspended: true as const } : fabric",
  },
]
