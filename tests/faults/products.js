/** Faults in which products are shown and sold, in their pages, and in what is read of a description. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'P1: what is not published is shown',
    text: "    .where('status', '=', publishedStatus)\n    .where((eb) =>\n      eb.or([",
    instead: '    .where((eb) =>\n      eb.or([',
  },
  {
    name: 'P1: fabrics of the demo stand beside those of a feed',
    text: "feed ? eb('source', 'in', ['feed', 'own']) :",
    instead: "feed ? eb('source', 'in', ['feed', 'own', 'demo']) :",
  },
  {
    name: 'P1: fabrics of a feed that is gone are shown',
    text: "['feed', 'own']) : eb('source', '!=', 'feed'),\n      ]),\n    )\n\nexport const suspended",
    instead: "['feed', 'own']) : eb('source', '!=', 'none'),\n      ]),\n    )\n\nexport const suspended",
  },
  {
    name: 'P1: a kit that is not published is listed',
    text: "    .where('product.status', '=', publishedStatus)\n    .where('product.type', '=', 'kit')\n",
    instead: "    .where('product.type', '=', 'kit')\n",
  },
  {
    name: 'what the owner suspended is sold',
    text: "    .where('number', 'not in', suspended(db))\n    .execute()",
    instead: '    .execute()',
  },
  {
    name: 'what the owner suspended stands in the feed',
    text: "    .where('number', 'not in', suspended(db))\n    .orderBy('position')",
    instead: "    .orderBy('position')",
  },
  {
    name: 'what the owner suspended looks as if it were sold',
    text: 'numbers.has(product.number) ? { ...product, suspended: true } : product',
    instead: 'product',
  },
  {
    name: 'D2: fabric is sold at prices of yesterday',
    text: "return (await fromFeed.where('number', 'in', numbers).executeTakeFirst()) !== undefined",
    instead: 'return false',
  },
  {
    name: 'D2: kits are not sold while the feed is old',
    text: '  if (numbers.length === 0) return false\n  const fromFeed',
    instead: '  if (numbers.length === 0) return true\n  const fromFeed',
  },
  {
    name: 'P1: kits stand in the feed of fabrics',
    text: "    .select(['reading', 'priceText', 'status'])\n    .where('type', '=', 'fabric')\n",
    instead: "    .select(['reading', 'priceText', 'status'])\n",
  },
  {
    name: 'P1: an empty list before the feed has come',
    text: "  if (productListStateOf(feed).kind !== 'ready') return null\n",
    instead: '',
  },
  {
    name: 'P2: a picture in the feed that no other shop can show',
    text: "row.imageUrl === '' ? '' : new URL(displayImageUrl(row.imageUrl), siteOrigin).href",
    instead: 'row.imageUrl',
  },
  {
    name: 'the newest fabrics before the feed has come',
    text: "  if (productListStateOf(feed).kind !== 'ready') return []\n",
    instead: '',
  },
  {
    name: 'a kit among the newest fabrics',
    text: "  const rows = await published(db, feed !== null)\n    .where('type', '=', 'fabric')\n    .orderBy('createdAt', 'desc')",
    instead: "  const rows = await published(db, feed !== null)\n    .orderBy('createdAt', 'desc')",
  },
  {
    name: 'a kit among fabrics that are asked for by number',
    text: "for (const row of rows) if (row.type === 'fabric') fabrics.set(",
    instead: 'for (const row of rows) fabrics.set(',
  },
  {
    name: 'P28: the page of a fabric under the address of kits',
    text: "const sold = published(db, await showsFeed(db)).where('type', '=', type)",
    instead: 'const sold = published(db, await showsFeed(db))',
  },
  {
    name: 'P28: of two numbers that differ by case one has no page',
    text: '    if (exact !== undefined) return exact.number\n',
    instead: '',
  },
  {
    name: 'P28: the case of an address counts',
    text: '    if (alike !== undefined) return alike.number\n',
    instead: '',
  },
  {
    name: 'P28: a number is looked for as a pattern',
    text: "      .where(sql`lower(number)`, '=', number.toLowerCase())\n",
    instead: "      .where(sql`lower(number)`, 'like', number.toLowerCase())\n",
  },
  {
    name: 'P28: of numbers that are alike the last is meant',
    text: "      .orderBy('position')\n      .orderBy('number')\n      .executeTakeFirst()\n    if (alike",
    instead:
      "      .orderBy('position', 'desc')\n      .orderBy('number')\n      .executeTakeFirst()\n    if (alike",
  },
  {
    name: 'P28: a number like a folder has no page',
    text: '/^\\.{1,2}$|\\.data$/.test(number)',
    instead: '/\\.data$/.test(number)',
  },
  {
    name: 'P28: a number like the data of a page has no page',
    text: '/^\\.{1,2}$|\\.data$/.test(number)',
    instead: '/^\\.{1,2}$/.test(number)',
  },
  {
    name: 'P28: an address of a number that had to be marked leads nowhere',
    text: "[written, ...(written.endsWith('~') ? [written.slice(0, -1)] : [])]",
    instead: '[written]',
  },
  {
    name: 'P28: a slash in a number is a folder',
    text: 'return encodeURIComponent(segment)',
    instead: 'return segment',
  },
  {
    name: 'P28: the same picture twice',
    text: '[...new Set(addresses.map((address) => own.get(address) ?? address))]',
    instead: 'addresses.map((address) => own.get(address) ?? address)',
  },
  {
    name: 'P28: further pictures from anywhere',
    text: '...addressesIn(row.moreImages).map(displayImageUrl)]',
    instead: '...addressesIn(row.moreImages)]',
  },
  {
    name: 'P28: a page shows the owner’s address beside our copy',
    text: 'own.get(address) ?? address))]',
    instead: 'address))]',
  },
  { name: 'P27: a print of one colour has chips', text: '  if (alike.length < 2) return []\n', instead: '' },
  {
    name: 'P27: a print of many colours shows others than its own',
    text: 'Math.max(0, Math.min(at - mostSiblings / 2, alike.length - mostSiblings))',
    instead: '0',
  },
  {
    name: 'P27: a print of many colours shows them all',
    text: 'alike.slice(from, from + mostSiblings)',
    instead: 'alike.slice(from)',
  },
  {
    name: 'P27: a blank makes another print',
    text: 'nameKey(name) === nameKey(fabric.name)',
    instead: 'name === fabric.name',
  },
  {
    name: 'P34: further pictures come before the first of each product',
    text: '    ...products.map(({ number, imageUrl }) => ({ address: imageUrl, shownBy: shownBy(number) })),\n',
    instead: '',
  },
  {
    name: 'the sitemap without kits',
    text: "const rows = await published(db, await showsFeed(db))\n    .orderBy('type')",
    instead:
      "const rows = await published(db, await showsFeed(db))\n    .where('type', '=', 'fabric')\n    .orderBy('type')",
  },
  {
    name: 'P27: a sentence in brackets is a colour',
    text: 'codePointLength(colour) <= longestColour &&',
    instead: '',
  },
  { name: 'P27: a heading in brackets is a colour', text: ' && !noColour.test(colour)', instead: '' },
  {
    name: 'P27: no brackets at all are a colour',
    text: "const isColour = colour !== '' &&",
    instead: 'const isColour =',
  },
  {
    name: 'P27: the colour of a kit',
    text: "  type === 'fabric' ? readColour(description).colour : null",
    instead: '  readColour(description).colour',
  },
  {
    name: 'P27: a name that ends with its colour has it twice',
    text: 'colour === null || ending.endsWith(colour) ? name',
    instead: 'colour === null ? name',
  },
  {
    name: 'P27: what a kit says in brackets is lost',
    text: "  type === 'fabric' ? readColour(description).rest : description",
    instead: '  readColour(description).rest',
  },
  {
    name: 'P28: a width without a number is a fact',
    text: "/\\d/.test(nfkc(broad ?? '')) &&",
    instead: 'broad !== undefined &&',
  },
  {
    name: 'P28: a sentence of many parts loses some as facts',
    text: ' && more.length === 0 &&',
    instead: ' &&',
  },
  {
    name: 'P28: facts without a material',
    text: "more.length === 0 && material !== ''",
    instead: 'more.length === 0',
  },
  {
    name: 'P28: whatever stands third is a thickness',
    text: '|| (thick !== undefined && !thickness.test(thick)))',
    instead: ')',
  },
  {
    name: 'P29: a kit is joined',
    text: "if (type === 'kit' || units < 2) return null",
    instead: 'if (units < 2) return null',
  },
  {
    name: 'P29: one unit is joined',
    text: "if (type === 'kit' || units < 2) return null",
    instead: "if (type === 'kit') return null",
  },
  {
    name: 'P29: a length is told though the setting says nothing of it',
    text: "if (joined === 'lengthwise' && units <= mostMeasured)",
    instead: 'if (units <= mostMeasured)',
  },
  {
    name: 'P29: eleven units have a length',
    text: 'const mostMeasured = 10',
    instead: 'const mostMeasured = 11',
  },
]
