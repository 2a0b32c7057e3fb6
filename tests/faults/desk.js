/** Faults at the door of the desk, in acts, in shipping and in parcels. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'N2: a form sent twice is two acts',
    text: ".onConflict((conflict) => conflict.column('requestId').doNothing())\n        .returning('id')",
    instead:
      ".onConflict((conflict) => conflict.column('requestId').doUpdateSet({ answer: 'null' }))\n        .returning('id')",
  },
  {
    name: 'N2: the same id with other content is answered',
    text: "return first.contentHash === contentHash ? ok(parse(JSON.parse(first.answer))) : refused('other-content')",
    instead: 'return ok(parse(JSON.parse(first.answer)))',
  },
  {
    name: 'N2: what was refused uses up its id',
    text: 'if (!done.ok) throw new Refused(done.error)',
    instead: 'if (!done.ok) return refused(done.error)',
  },
  {
    name: 'N7: a code counts twice',
    text: ".where('lastStep', '<', step)",
    instead: ".where('lastStep', '<=', step)",
  },
  {
    name: 'N7: a backup code counts twice',
    text: ".where('hash', '=', backupHash(ctx, member, code))\n    .where('usedAt', 'is', null)",
    instead: ".where('hash', '=', backupHash(ctx, member, code))",
  },
  {
    name: 'N7: a good code opens a locked factor',
    text: "if (factor.lockedUntil > ctx.now()) return refused('locked')\n  const code = plainCode(typed)",
    instead: 'const code = plainCode(typed)',
  },
  {
    name: 'N7: six wrong codes lock',
    text: 'const mostFailures = 5',
    instead: 'const mostFailures = 6',
  },
  {
    name: 'N7: a wrong passkey is not counted',
    text: 'await tellLock(ctx, trx, member, await countWrongPasskey(ctx, trx, member))',
    instead: '',
  },
  {
    name: 'N7: the answer of a passkey counts twice',
    text: 'return numInsertedOrUpdatedRows > 0n\n}\n\n/** Her passkeys',
    instead: 'return true\n}\n\n/** Her passkeys',
  },
  {
    name: 'N8: a desk session outlives its member session',
    text: ".where('deskSession.memberSessionId', '=', member.sessionId)\n",
    instead: '\n',
  },
  {
    name: 'N8: one who was ended stays at the desk',
    text: ".where('deskPerson.endedAt', 'is', null)\n    .whereRef('deskPerson.role', '=', 'deskSession.role')",
    instead: ".whereRef('deskPerson.role', '=', 'deskSession.role')",
  },
  {
    name: 'N8: no code is asked for after twelve idle hours',
    text: 'if (!isWithinLifetime(row, at) || at - row.seenAt >= idleMs) return undefined',
    instead: 'if (!isWithinLifetime(row, at)) return undefined',
  },
  {
    name: 'N6: the pages open before the backup codes were noted',
    text: 'if (row === undefined || row.codesNotedAt === null) return undefined',
    instead: 'if (row === undefined) return undefined',
  },
  {
    name: 'N9: the last owner is ended',
    text: 'return others.length === 0 && owners.some(',
    instead: 'return false && owners.some(',
  },
  {
    name: 'N3: she is asked again after an hour alone',
    text: 'const confirmedForMs = 10 * 60_000',
    instead: 'const confirmedForMs = 60 * 60_000',
  },
  {
    name: 'N14: the mail of shipping does not wait',
    text: '{ notBefore: now + undoMs },',
    instead: '{ notBefore: now },',
  },
  {
    name: 'N14: shipping is undone after its mail was begun',
    text: "if (isUndo && isBegun) return refused('mail-begun')",
    instead: '',
  },
  {
    name: 'N14: shipping is undone without a note after ten minutes',
    text: "if (isUndo && !canUndo(await shippingRecordedAt(trx, order), now)) return refused('note-missing')",
    instead: '',
  },
  {
    name: 'N14: a stale form ships',
    text: "return !shippedBefore && order.shippedAt !== null ? 'shipped' : 'stale'",
    instead: "return !shippedBefore && order.shippedAt !== null ? 'shipped' : null",
  },
  {
    name: 'N14: what is contested is shipped',
    text: "return disputeStops(money) && !despiteDispute ? 'disputed' : undefined",
    instead: 'return undefined',
  },
  {
    name: 'N12: one who packs finds what was shipped long ago',
    text: 'return order.shippedAt > now - packerSeesMs.order',
    instead: 'return true',
  },
  {
    name: 'N12: one who packs acts on what she may not see',
    text: 'return wasSeen && form.version >= 0 ? order : undefined',
    instead: 'return order',
  },
  {
    name: 'N14: one who packs is not told who was faster',
    text: 'return wasSeen && form.version >= 0 ? order : undefined',
    instead: 'return undefined',
  },
  {
    name: 'N15: a doubt that was read is told again',
    text: 'shown.includes(doubtedField(fields[field] ?? [], doubt))',
    instead: 'false',
  },
  {
    name: 'N15: a number at two parcels leaves with both',
    text: 'const doubt = numbersOf(parcels).some((number) => atTwo.has(number))',
    instead: 'const doubt = false',
  },
  {
    name: 'N15: one doubt that was read lets another one leave',
    text: "${trackingsTyped(parcel.tracking)?.join('、') ?? ''} ${doubt}`",
    instead: "${trackingsTyped(parcel.tracking)?.join('、') ?? ''} ${doubt && ''}`",
  },
  {
    name: 'N1: after a conflict a page is as it was, and refuses for ever',
    text: "return defaultShouldRevalidate || (isRefused && !kept.includes(String(formData?.get('act'))))",
    instead: 'return defaultShouldRevalidate || (isRefused && kept.length > 9)',
  },
  {
    name: 'N1: after a conflict a page is read over what was typed',
    text: "return defaultShouldRevalidate || (isRefused && !kept.includes(String(formData?.get('act'))))",
    instead: 'return defaultShouldRevalidate || isRefused',
  },
  {
    name: 'N18: a corrected day of shipping sends what stayed in the shop',
    text: 'return (await last.executeTakeFirst())?.happenedAt ?? shippedAt',
    instead: 'return shippedAt',
  },
  {
    name: 'N19: what did not arrive yet is given back',
    text: ".where('arrivedAt', 'is not', null)\n  const waiting",
    instead: '\n  const waiting',
  },
  {
    name: 'N18: a confirmation that is sent again promises what went back',
    text: 'await arrivalOfOrder(trx, ctx.settings, order.paidAt), notShipped)',
    instead: 'await arrivalOfOrder(trx, ctx.settings, order.paidAt))',
  },
  {
    name: 'N19: what arrived is awaited still',
    text: '.filter(({ arrivedAt }) => (arrivedAt !== null) === hasArrived)',
    instead: '.filter(() => true)',
  },
  {
    name: 'N13: an address is corrected after shipping',
    text: "if (shippedAt !== null) return 'shipped'\n  if (cancelledAt !== null) return 'cancelled'",
    instead: "if (cancelledAt !== null) return 'cancelled'",
  },
  {
    name: 'N13: the old link opens an order whose mailbox was corrected',
    text: '        accessToken: newAccessToken(),\n        formerTokenHash: null,\n',
    instead: '',
  },
  {
    name: 'N15: any last digit of a tracking number is right',
    text: 'Number(tracking.slice(0, 11)) % 7 === Number(tracking.slice(11))',
    instead: 'true',
  },
  {
    name: 'N16: an order of which one line is not in its box is packed',
    text: 'boxes.length > 0 && boxes.every(',
    instead: 'boxes.length > 0 && boxes.some(',
  },
  {
    name: 'N16: what is not to be shipped any more is ticked',
    text: 'const orders = await ordersToShipNumbered(trx, ctx.demo, numbers)\n  return new Map(',
    instead: 'const orders = await ordersNumbered(trx, numbers)\n  return new Map(',
  },
  {
    name: 'N17: a formula stands on a label',
    text: '.replace(/^[=+\\-@]/, (sign) => leading[sign] ?? sign)',
    instead: '',
  },
  {
    name: 'N17: a label for another address is printed',
    text: 'return kept !== undefined && isCorrectionOf(order, field, kept.original)',
    instead: 'return kept !== undefined',
  },
  {
    name: 'N17: the forty-first label of クリックポスト is in the first file',
    text: '{ clickpost: 40, b2:',
    instead: '{ clickpost: 41, b2:',
  },
  {
    name: 'N17: one who packs fetches the labels of last week',
    text: '(!isOneDay || now - to > packerSeesMs.address)',
    instead: '!isOneDay',
  },
]
