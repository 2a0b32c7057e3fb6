/** Faults in stock. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'K3: the largest piece is cut first',
    text: 'piece.left < best.left ||',
    instead: 'piece.left > best.left ||',
  },
  {
    name: 'K3: a piece that is too short is promised',
    text: 'if (piece.left >= units)',
    instead: 'if (piece.left > 0)',
  },
  {
    name: 'K4: products are claimed without their lock',
    text: ".where('number', 'in', some)\n      .orderBy('number')\n      .$call(forUpdate(trx))",
    instead: ".where('number', 'in', some)\n      .orderBy('number')",
  },
  {
    name: 'K4: more is taken from a piece than is left',
    text: ".where('leftUnits', '>=', -units)",
    instead: ".where('leftUnits', '>=', 0)",
  },
  {
    name: 'K5: her own former hold refuses her',
    text: 'await releaseHolds(trx, ctx, actor, formers)',
    instead: 'void formers',
  },
  {
    name: 'K6: a hold is given back before its page has ended',
    text: 'const graceMs = 10 * minute',
    instead: 'const graceMs = -60 * minute',
  },
  {
    name: 'K6: what an order held is not given back with it',
    text: '    await (sessionId === null ? releaseClaims : releaseUnpaid)(trx, ctx, actor, order.id)\n',
    instead: '',
  },
  {
    name: 'K6: money that is on its way loses its pieces',
    text: 'await extendHolds(trx, order.id, null)',
    instead: '',
  },
  {
    name: 'K7: money after the release claims nothing',
    text: "transition.kind === 'move' && short ? { kind: 'review', reason: 'sold-out' } : transition",
    instead: 'short ? transition : transition',
  },
  {
    name: 'K8: one client holds as much as it likes',
    text: "for (const side of ['client', 'network'] as const) {\n    const beyond",
    instead: "for (const side of ['network'] as const) {\n    const beyond",
  },
  {
    name: 'K8: a network holds as much as it likes',
    text: "for (const side of ['client', 'network'] as const) {\n    const beyond",
    instead: "for (const side of ['client'] as const) {\n    const beyond",
  },
  {
    name: 'K9: orders that were shipped claim what is counted',
    text: ".where('orders.source', '=', 'own')\n    .where('orders.practice', '=', practice ? 1 : 0)\n    .where('orders.shippedAt', 'is', null)",
    instead: ".where('orders.source', '=', 'own')\n    .where('orders.practice', '=', practice ? 1 : 0)",
  },
  {
    name: 'K9: a stale form counts',
    text: "if (version !== null && version !== (row?.version ?? 0)) return refused('stale')",
    instead: '',
  },
  {
    name: 'K13: what was cut goes back to its bolt',
    text: "as === 'bolt' && claim.state !== 'cut'",
    instead: "as === 'bolt'",
  },
  {
    name: 'K13: a bolt whose tick is taken back is not on the shelf',
    text: 'if (isOver !== (closedAt !== null))',
    instead: 'if (isOver && closedAt === null)',
  },
  {
    name: 'K13: shipping that is undone leaves all cut',
    text: 'await takeBackCut(trx, ctx, actor, { orderId: order.id, positions })',
    instead: '',
  },
  {
    name: 'K13: what was ticked as cut is promised when shipping is undone',
    text: 'positions.filter((position) => !cut.has(position))',
    instead: 'positions',
  },
  {
    name: 'K13: a refund that is asked for again lays back twice',
    text: 'Math.max(0, Math.min(meant, claim.units - stays))',
    instead: 'Math.min(meant, claim.units)',
  },
  {
    name: 'K13: a piece that came back comes back twice',
    text: 'ordered - stays - (await unitsPutBack(trx, orderId, stock.number))',
    instead: 'ordered - stays',
  },
  {
    name: 'K13: what was kept of a line is promised for ever',
    text: 'if (stays === 0 && units < claim.units)',
    instead: 'if (units > claim.units)',
  },
  {
    name: 'K7: a settled payment of practice keeps its cloth',
    text: 'if (isVoid || (ends && order.cancelledAt === null))',
    instead: 'if (ends && order.cancelledAt === null)',
  },
  {
    name: 'K7: what was given back is claimed when cloth is found',
    text: 'promisePieces(trx, ctx, actor, order, await unitsTaken(trx, [order.id]))',
    instead: 'promisePieces(trx, ctx, actor, order)',
  },
  {
    name: 'K9: a shelf that is counted as it lies has no room for what lay on it',
    text: '(allOfThem(inOrder, pieces) ?? laid)',
    instead: 'laid',
  },
  {
    name: 'K9: orders of before the count are forgotten once it was sold out',
    text: 'if (row === undefined || row.emptied === wasUncounted)',
    instead: 'if (row === undefined)',
  },
  {
    name: 'K4: several orders lock the stock crosswise',
    text: '      await lockStockOfOrders(\n        trx,\n        cut.flatMap(({ number }) => ids.get(number) ?? []),\n      )\n',
    instead: '',
  },
  {
    name: 'K14: an unchanged cell gives back what was sold',
    text: "if (cell === row.feedCell) return row.waitingCell === null ? 'none' : 'back'",
    instead: '',
  },
  {
    name: 'K14: a cell that goes back to what was taken gives back what was sold',
    text: "if (news === 'back') return rememberCell(trx, number, null)",
    instead: '',
  },
  {
    name: 'K14: the list overrides the desk',
    text: "if (row?.countedBy === 'desk') return rememberCell(trx, number, cell)",
    instead: '',
  },
  {
    name: 'K14: a cell that says more is taken unasked',
    text: 'if (before !== null && unitsOf(pieces) > unitsOf(before)) return rememberCell(trx, number, cell)',
    instead: '',
  },
  {
    name: 'K9: a hold that lost its piece in a count is paid without one',
    text: 'if (claim === undefined || claim.pieceId === null) {',
    instead: 'if (claim === undefined) {',
  },
  {
    name: 'K20: what is cut comes from another bolt',
    text: "if (claim.state === 'cut') return refused('is-cut')",
    instead: '',
  },
  {
    name: 'K20: a stale form moves a promise',
    text: "if (claim.state !== 'promised' || present?.label !== from) return refused('stale')",
    instead: "if (claim.state !== 'promised' || present === undefined) return refused('stale')",
  },
  {
    name: 'K20: a hold of somebody who pays is moved',
    text: "if (claim.state !== 'promised' || present?.label !== from) return refused('stale')",
    instead: "if (present?.label !== from) return refused('stale')",
  },
  {
    name: 'K20: an order that is not to be shipped is cut',
    text: "if (toShip === undefined) return refused('not-to-ship')",
    instead: "if (order === undefined) return refused('not-to-ship')",
  },
  {
    name: 'K21: who packs counts without being let',
    text: 'countersActs.includes(act) ? mayCountStock(actor) : isShopOwner(actor)',
    instead: 'true',
  },
  {
    name: 'K21: who counts does what is the owner’s',
    text: 'countersActs.includes(act) ? mayCountStock(actor) : isShopOwner(actor)',
    instead: 'mayCountStock(actor)',
  },
  {
    name: 'K22: a bolt that was cut is reckoned as whole',
    text: 'isWhole: uncut.length === own.length',
    instead: 'isWhole: true',
  },
  {
    name: 'K22: what is not sure is not told',
    text: 'if (!isSure) mark.recount = 1',
    instead: '',
  },
]
