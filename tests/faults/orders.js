/** Faults in orders, their pages and mails. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'S22: an order that was never paid has steps',
    text: "if (kind === 'unpaid' || kind === 'void') return []",
    instead: "if (kind === 'void') return []",
  },
  {
    name: 'S22: an order that failed has steps',
    text: "if (state === 'failed' || state === 'expired') return 'void'",
    instead: "if (state === 'expired') return 'void'",
  },
  {
    name: 'S22: an order that expired has steps',
    text: "if (state === 'failed' || state === 'expired') return 'void'",
    instead: "if (state === 'failed') return 'void'",
  },
  {
    name: 'S22: an order that waits for its money is made ready',
    text: "const current = shippedAt !== null ? 2 : isCancelled || kind === 'open' ? 1 : 0",
    instead: 'const current = shippedAt !== null ? 2 : 1',
  },
  {
    name: 'S22: what is made ready has been',
    text: 'isDone: at < current || (at === current && isOver)',
    instead: 'isDone: at <= current',
  },
  {
    name: 'S22: what is on its way is not done',
    text: 'isDone: at < current || (at === current && isOver)',
    instead: 'isDone: at < current',
  },
  {
    name: 'S22: an order that is not paid prints as a delivery note',
    text: '{isPaid ? <DeliveryNoteHead order={order} /> : null}',
    instead: '<DeliveryNoteHead order={order} />',
  },
  {
    name: 'S22: an order that is not paid prints what a delivery note ends with',
    text: '{isPaid ? <DeliveryNoteTerms /> : null}',
    instead: '<DeliveryNoteTerms />',
  },
  {
    name: 'S22: a delivery note without the registered number',
    text: '{issuer.invoiceNumber === null ? null : <p>登録番号 {issuer.invoiceNumber}</p>}',
    instead: '',
  },
  {
    name: 'S22: a delivery note names the buyer twice',
    text: '{buyer === null || buyer === recipient ? null : <p>ご注文者 {addressee(buyer)}</p>}',
    instead: '{buyer === null ? null : <p>ご注文者 {addressee(buyer)}</p>}',
  },
  {
    name: 'S22: a delivery note to somebody else does not name the buyer',
    text: '{buyer === null || buyer === recipient ? null : <p>ご注文者 {addressee(buyer)}</p>}',
    instead: '',
  },
  {
    name: 'S11: an order of the demo looks like a real one',
    text: '<DeliveryNoteHead order={order} /> : null}\n      {order.practice ? (',
    instead: '<DeliveryNoteHead order={order} /> : null}\n      {!order.practice ? (',
  },
  {
    name: 'S23: the page of an order holds all that is stored',
    text: "  number: order.number,\n  /** The browser's cart",
    instead: "  ...order,\n  number: order.number,\n  /** The browser's cart",
  },
  {
    name: 'P27: an order does not say which colour',
    text: '  name: nameWithColour(line),\n  unitPrice: line.unitPrice,',
    instead: '  name: line.name,\n  unitPrice: line.unitPrice,',
  },
  {
    name: 'P34: an order shows a picture of another host though there is a copy',
    text: "({ ...line, picture: own.get(line.picture ?? '') ?? line.picture })",
    instead: '({ ...line, picture: line.picture })',
  },
  {
    name: 'an order of an earlier version shows no picture',
    text: 'picture: row.picture ?? row.imageUrl',
    instead: 'picture: row.picture',
  },
  {
    name: 'S23: a short token opens an order',
    text: 'token.length < shortestToken\n    ? undefined',
    instead: 'token.length < 0\n    ? undefined',
  },
  {
    name: 'S23: the case of an address counts',
    text: "    .where(sql`lower(customer_email)`, '=', email)\n",
    instead: "    .where('customerEmail', '=', email)\n",
  },
  {
    name: 'S23: orders of everybody',
    text: "    .where(sql`lower(customer_email)`, '=', email)\n",
    instead: '',
  },
  {
    name: 'S23: orders that were never paid',
    text: "    .where(sql`lower(customer_email)`, '=', email)\n    .where('state', 'in', ['paid', 'needs_review', 'awaiting_payment'])\n",
    instead: "    .where(sql`lower(customer_email)`, '=', email)\n",
  },
  {
    name: 'privacy: a mail shows a picture of another host',
    text: "picture?.startsWith('/Image/') ? `${siteOrigin}${smallProductPicture(picture)}` : null",
    instead:
      "picture === null ? null : `${picture.startsWith('/') ? siteOrigin : ''}${smallProductPicture(picture)}`",
  },
  {
    name: 'P27: a mail does not say which colour',
    text: '`${nameWithColour(line)}（${line.number}）${line.free',
    instead: '`${line.name}（${line.number}）${line.free',
  },
  {
    name: 'P29: a mail does not say what piece it is',
    text: 'notes: piece === null ? [] : [piece],',
    instead: 'notes: [],',
  },
  {
    name: 'C1: a mail does not say what was free',
    text: "${line.free ? '（布と一緒のご注文で無料）' : ''}",
    instead: '',
  },
  {
    name: 'S22: a mail without the registered number',
    text: '...issuerLines(order, facts)',
    instead: '',
  },
  {
    name: 'S23: the words of a mail with a link to an order are kept',
    text: "  recipient: order.customer.email ?? '',\n  holdsToken: true,",
    instead: "  recipient: order.customer.email ?? '',\n  holdsToken: false,",
  },
  {
    name: 'S23: the words of the owner’s copy are kept',
    text: 'own mail.\n  holdsToken: true,',
    instead: 'own mail.\n  holdsToken: false,',
  },
  {
    name: 'S7: the mail of a shipment says that it can be cancelled',
    text: 'deliveryBlock(order.customer),\n    returnsBlock(settings),\n',
    instead: 'deliveryBlock(order.customer),\n    ...termsBlocks(settings),\n',
  },
  {
    name: 'S22: the owner is led to a delivery note of what is not paid',
    text: "...(order.state === 'paid' ? [`納品書",
    instead: "...(order.state !== 'expired' ? [`納品書",
  },
  {
    name: 'L5: the text of a mail without its link',
    text: '...(link === null ? [] : [`${link.text}\\n${link.href}`]),',
    instead: '',
  },
  {
    name: 'L5: the text of a mail without its blocks',
    text: "    ...blocks.map((block) => plainBlock(block).join('\\n')),\n",
    instead: '',
  },
  { name: 'L5: the text of a mail without its end', text: "    closing.join('\\n'),\n", instead: '' },
  {
    name: 'L5: the text of a mail without the pieces',
    text: '...line.notes.map((note) => `　${note}`)',
    instead: '',
  },
  {
    name: 'S11: the text of a mail of the demo looks like a real one',
    text: "    stamp ?? '',\n",
    instead: '',
  },
  {
    name: 'S11: the subject of a mail of the demo looks like a real one',
    text: "const fullSubject = `${frame.demo ? '【練習】' : ''}${subject}`",
    instead: 'const fullSubject = subject',
  },
  {
    name: 'S11: a mail of the demo looks like a real one',
    text: '${stamp === null ? \'\' : `<tr><td class="stamp"',
    instead: '${stamp !== null ? \'\' : `<tr><td class="stamp"',
  },
  {
    name: 'what a shopper wrote is a link in a mail',
    text: 'line.startsWith(`${siteOrigin}/`) && !/\\s/.test(line)',
    instead: '/^https?:/.test(line) && !/\\s/.test(line)',
  },
  {
    name: 'an address like ours is a link in a mail',
    text: 'line.startsWith(`${siteOrigin}/`) && !/\\s/.test(line)',
    instead: 'line.startsWith(siteOrigin) && !/\\s/.test(line)',
  },
  {
    name: 'an address with words behind it is a link in a mail',
    text: 'line.startsWith(`${siteOrigin}/`) && !/\\s/.test(line)',
    instead: 'line.startsWith(`${siteOrigin}/`)',
  },
  {
    name: 'a name of a product is markup in a mail',
    text: '<td valign="top" style="padding:6px 8px 6px 0">${escapeHtml(name)}',
    instead: '<td valign="top" style="padding:6px 8px 6px 0">${name}',
  },
  {
    name: 'a fact is markup in a mail',
    text: 'if (href === undefined) return escapeHtml(value)',
    instead: 'if (href === undefined) return value',
  },
  {
    name: 'what a shopper wrote is markup in a mail',
    text: '  const words = escapeHtml(line)\n',
    instead: '  const words = line\n',
  },
  {
    name: 'a subject is markup in a mail',
    text: '<title>${escapeHtml(subject)}</title>',
    instead: '<title>${subject}</title>',
  },
  {
    name: 'a preview is markup in a mail',
    text: "${escapeHtml(preview)}${'&nbsp;",
    instead: "${preview}${'&nbsp;",
  },
  {
    name: 'the address of a picture is markup in a mail',
    text: 'src="${escapeHtml(picture)}" width="56"',
    instead: 'src="${picture}" width="56"',
  },
  {
    name: 'S15: a mail to several addresses',
    text: 'const isMailAddress = (text: string): boolean => text.length <= longestAddress && oneAddress.test(text)',
    instead:
      "const isMailAddress = (text: string): boolean => text.length <= longestAddress && text.includes('@')",
  },
  {
    name: 'P14: texts of mails are kept',
    text: 'const keptMs = 90 * 86_400_000',
    instead: 'const keptMs = 9000 * 86_400_000',
  },
  {
    name: 'S14: other sites are told the address of a payment',
    text: "const shownCharacters = 100\n\nexport const headers = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })",
    instead: "const shownCharacters = 100\n\nexport const headers = () => ({ 'cache-control': 'no-store' })",
  },
  {
    name: 'S14: the page of a payment is kept',
    text: "const shownCharacters = 100\n\nexport const headers = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })",
    instead:
      "const shownCharacters = 100\n\nexport const headers = () => ({ 'referrer-policy': 'no-referrer' })",
  },
  {
    name: 'S23: other sites are told the address of an order',
    text: "export const headers = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })\n\n/** The order of",
    instead: "export const headers = () => ({ 'cache-control': 'no-store' })\n\n/** The order of",
  },
  {
    name: 'S23: the page of an order is kept',
    text: "export const headers = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })\n\n/** The order of",
    instead: "export const headers = () => ({ 'referrer-policy': 'no-referrer' })\n\n/** The order of",
  },
  {
    name: 'N15: a number is kept without its carrier',
    text: "own === null && numbers.length > 0 ? refused('bad-carrier') : ok({ carrier: own, numbers })",
    instead: 'ok({ carrier: own, numbers })',
  },
]
