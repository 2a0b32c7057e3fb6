/** Faults in kits, the wishlist, and how a picture is enlarged. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'a picture is enlarged without end',
    text: 'Math.min(largestScale, Math.max(1, zoom.scale * factor))',
    instead: 'Math.max(1, zoom.scale * factor)',
  },
  {
    name: 'a picture is made smaller than its box',
    text: 'Math.min(largestScale, Math.max(1, zoom.scale * factor))',
    instead: 'Math.min(largestScale, zoom.scale * factor)',
  },
  {
    name: 'a picture is moved out of its box',
    text: 'x: within(x, Math.max(0, scale * Math.min(width, height * ratio) - width) / 2)',
    instead: 'x',
  },
  { name: 'a search for kits finds all', text: '(found === null || found.has(kit.number)) &&', instead: '' },
  {
    name: 'P20: a level is not filtered',
    text: ' && (level === null || kit.level === level),',
    instead: ',',
  },
  {
    name: 'kits are not narrowed by price',
    text: 'rest.filter((kit) => isWithin(kit.price, price))',
    instead: 'rest',
  },
  {
    name: 'a kit uses a fabric whose number holds another',
    text: 'linesOf(fabricNumbers).includes(fabric)',
    instead: 'fabricNumbers.includes(fabric)',
  },
  {
    name: 'all kits of a fabric',
    text: '.slice(0, mostKits)\n  return withOwnPictures',
    instead: '\n  return withOwnPictures',
  },
  {
    name: 'a fabric has the page of a kit',
    text: 'if (product === undefined || kit === undefined) return undefined',
    instead: 'if (product === undefined) return undefined',
  },
  {
    name: 'C13: a kit takes the number of a fabric',
    text: '    if (taken.length > 0) return refused(taken)\n',
    instead: '',
  },
  {
    name: 'a kit that is put again is new',
    text: 'kit.createdAt ?? firstStored.get(id) ?? now',
    instead: 'kit.createdAt ?? now',
  },
  {
    name: 'a date of the owner does not count',
    text: 'kit.createdAt ?? firstStored.get(id) ?? now',
    instead: 'firstStored.get(id) ?? now',
  },
  {
    name: 'a reading of a kit in kanji',
    text: '.refine((reading) => readingOf(reading) !== null,',
    instead: '.refine((reading) => reading !== null,',
  },
  {
    name: 'fabric of a kit with a number that can be none',
    text: 'numbersIn(cell).every((number) => productNumber(number) !== null)',
    instead: 'numbersIn(cell).every((number) => number !== null)',
  },
  {
    name: 'further pictures of a kit from anywhere',
    text: 'pictureAddresses(cell).every((each) => pictureAddress.safeParse(each).success)',
    instead: 'pictureAddresses(cell).every((each) => each !== null)',
  },
  {
    name: 'the end of a demo takes the owner’s kits',
    text: "      .where('type', '=', 'kit')\n      .where('source', '=', 'demo')\n",
    instead: "      .where('type', '=', 'kit')\n",
  },
  {
    name: 'the end of a demo takes fabrics with its kits',
    text: "      .where('type', '=', 'kit')\n      .where('source', '=', 'demo')\n",
    instead: "      .where('source', '=', 'demo')\n",
  },
  {
    name: 'C13: a demo takes the number of a fabric',
    text: 'const there = new Set([...stored.map(({ number }) => number), ...(await fabricsAmong(trx, idsOf(kits)))])',
    instead: 'const there = new Set(stored.map(({ number }) => number))',
  },
  { name: 'P32: 51 wishes', text: 'export const mostKept = 50', instead: 'export const mostKept = 51' },
  { name: 'P32: 13 products that were seen', text: 'const mostSeen = 12', instead: 'const mostSeen = 13' },
  {
    name: 'P32: a full list loses its last wish',
    text: 'others.length < mostKept ? [product, ...others] : null',
    instead: '[product, ...others].slice(0, mostKept)',
  },
  {
    name: 'P32: a wish twice',
    text: 'if (known !== null && !kept.has(known))',
    instead: 'if (known !== null)',
  },
  {
    name: 'P32: what is no number is a wish',
    text: 'if (known !== null && !kept.has(known))\n      kept.set(known, { number: known,',
    instead: 'if (!kept.has(number))\n      kept.set(number, { number,',
  },
  {
    name: 'P32: a name without end',
    text: 'name: firstCharacters(name.slice(0, longestName * 2), longestName)',
    instead: 'name',
  },
  {
    name: 'P32: more wishes than one call may ask for',
    text: 'return [...kept.values()].slice(0, mostKept)',
    instead: 'return [...kept.values()]',
  },
  {
    name: 'P32: what was seen stands twice',
    text: '[product, ...without(seen, product.number)].slice(0, mostSeen)',
    instead: '[product, ...seen].slice(0, mostSeen)',
  },
  {
    name: 'P32: a wish looks as if it were sold',
    text: '    ...(suspended === true ? { suspended } : {}),\n',
    instead: '',
  },
  {
    name: 'C9: a wish without a certain price costs nothing',
    text: 'price: Number.isSafeInteger(price) ? yen(Number(price)) : null',
    instead: 'price: yen(Number(price))',
  },
  {
    name: 'P32: a damaged answer is shown',
    text: '  if (!isText(number) || !isText(name) || !isText(description) || !isText(imageUrl)) return null\n',
    instead: '  if (!isText(number) || !isText(name)) return null\n',
  },
  {
    name: 'P32: an answer of the shop that is none empties the list',
    text: 'const answer = fieldsOf(response.ok ? await response.json() : null)',
    instead:
      'const answer = { fabrics: [], kits: [], ...fieldsOf(response.ok ? await response.json() : null) }',
  },
  {
    name: 'P32: nothing is asked for with a call',
    text: '  if (asked.length === 0) return { fabrics: [], kits: [] }\n',
    instead: '',
  },
  {
    name: 'P1: a call asks for any number of products',
    text: "  if (asked.length > mostNumbers) return refused('too-many')\n",
    instead: '',
  },
  {
    name: 'P1: a number of any length is asked for',
    text: 'z.array(z.string().min(1).max(64)).min(1)',
    instead: 'z.array(z.string().min(1)).min(1)',
  },
  {
    name: 'P1: a call without a number',
    text: 'z.array(z.string().min(1).max(64)).min(1)',
    instead: 'z.array(z.string().min(1).max(64))',
  },
  {
    name: 'P1: what can be no number is asked for',
    text: 'ok([...new Set(parsed.data.flatMap((number) => productNumber(number) ?? []))])',
    instead: 'ok([...new Set(parsed.data)])',
  },
]
