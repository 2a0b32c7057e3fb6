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
    text: '    await releaseClaims(trx, ctx, actor, order.id)\n    await noteEvent(trx, ctx, actor, order.id, what)',
    instead: '    await noteEvent(trx, ctx, actor, order.id, what)',
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
    text: "(await holdsOf('client')) >= mostHolds.client ||",
    instead: '',
  },
  {
    name: 'K8: a network holds as much as it likes',
    text: "(await holdsOf('network')) >= mostHolds.network",
    instead: 'false',
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
    text: "line.as === 'bolt' && claim !== undefined && claim.state !== 'cut'",
    instead: "line.as === 'bolt' && claim !== undefined",
  },
  {
    name: 'K14: an unchanged cell gives back what was sold',
    text: 'return stock !== (row.waitingCell ?? row.feedCell)',
    instead: 'return true',
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
]
