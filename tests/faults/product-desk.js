/** Faults in products at the desk. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'N40: own fabrics are not shown beside a feed',
    text: "['feed', 'own']) : eb('source', '!=', 'feed'),\n      ]),\n    )\n\nexport const suspended",
    instead: "['feed']) : eb('source', '!=', 'feed'),\n      ]),\n    )\n\nexport const suspended",
  },
  {
    name: 'N40: a row of the feed takes an own number',
    text: "row?.source === 'own' ? 'managementNumber belongs to an own fabric' : null",
    instead: 'null',
  },
  {
    name: 'N40: a feed writes over what became own meanwhile',
    text: "eb.or([eb('product.source', '!=', 'own'), eb(eb.ref('excluded.source'), '!=', 'feed')])",
    instead: "eb('product.number', '!=', '')",
  },
  {
    name: 'N40: an old copy of the feed stops own fabrics',
    text: "selectFrom('product').select('number').where('source', '=', 'feed')\n  return",
    instead: "selectFrom('product').select('number')\n  return",
  },
  {
    name: 'N40: a fabric of the feed is changed at the desk',
    text: "if (row.source === 'feed') return refused('not-own')",
    instead: '',
  },
  {
    name: 'N40: it is taken without a feed',
    text: "if (!(await showsFeed(trx))) return refused('no-feed')",
    instead: '',
  },
  {
    name: 'N41: photographs of others are taken',
    text: "(await claimUploads(trx, owner, added)).length > 0) return refused('picture-gone')\n  const { number, type, price } = product",
    instead:
      '(await claimUploads(trx, owner, added)).length < 0) return refused("picture-gone")\n  const { number, type, price } = product',
  },
  {
    name: 'N41: whoever packs sends photographs',
    text: "if (actor.kind !== 'desk' || !isShopOwner(actor)) return refused('not_signed_in')",
    instead: "if (actor.kind !== 'desk') return refused('not_signed_in')",
  },
  {
    name: 'N42: a number is given twice',
    text: "if (await isTaken(trx, product.number)) return refused('taken')",
    instead: '',
  },
  {
    name: 'N42: a number of an order is given to another product',
    text: "(await wasOrdered(trx, product.number)) ? refused('ordered') : ok(null)",
    instead: 'ok(null)',
  },
  {
    name: 'a stale form of a product is stored',
    text: "row.updatedAt === version ? ok(row) : refused('stale')",
    instead: 'ok(row)',
  },
  {
    name: 'N43: a draft’s price is doubted',
    text: 'const isNew = row === null || row.status === draftState\n',
    instead: 'const isNew = row === null\n',
  },
  {
    name: 'N43: a gift’s price is doubted',
    text: 'former !== null && !isGift && isDoubtful',
    instead: 'former !== null && isDoubtful',
  },
  {
    name: 'N43: an import forgets what was typed',
    text: 'const rows = await ofFeed(trx)',
    instead: "const rows = await trx.selectFrom('heldPrice')",
  },
  {
    name: 'N43: what she let be is told again',
    text: 'keptAt: isKept ? noted.keptAt : null',
    instead: 'keptAt: null',
  },
]
