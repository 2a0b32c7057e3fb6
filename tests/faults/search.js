/** Faults in search, names, filters and orders of lists. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'P6: a reading in kanji',
    text: 'return kana.test(reading) && codePointLength(reading)',
    instead: 'return codePointLength(reading)',
  },
  {
    name: 'P6: a reading without end',
    text: '&& codePointLength(reading) <= longestReading ? reading',
    instead: '? reading',
  },
  {
    name: 'P6: a name without a reading takes that of none of its print',
    text: '      known.reading ||= reading\n',
    instead: '',
  },
  {
    name: 'P25: the rarest names are offered',
    text: 'all.sort((a, b) => b.count - a.count).slice(0, mostNames)',
    instead: 'all.slice(0, mostNames)',
  },
  {
    name: 'P25: names are found that hold one of the words',
    text: 'words.every((word) => text.includes(word))',
    instead: 'words.some((word) => text.includes(word))',
  },
  {
    name: 'P25: signs alone find every name',
    text: 'found: words.length === 0 ? [] : products.filter(',
    instead: 'found: products.filter(',
  },
  { name: 'P5: further pictures without end', text: '    .slice(0, mostPictures)\n', instead: '' },
  {
    name: 'P12: a further picture that cannot be shown',
    text: 'isUsable(picture) && displayImageUrl(picture) !== defaultLogo)',
    instead: 'isUsable(picture))',
  },
  {
    name: 'P12: a further picture that is a page',
    text: '.filter((picture) => isUsable(picture) && displayImageUrl',
    instead: '.filter((picture) => displayImageUrl',
  },
  {
    name: 'P6: kits are found among fabrics',
    text: "        .where('document.indexName', '=', index)\n        .where(holdsOnSqlite(words, where))",
    instead: '        .where(holdsOnSqlite(words, where))',
  },
  {
    name: 'P6: what goes from one list goes from the other',
    text: "      .where('indexName', '=', index)\n      .where('key', 'in', some)\n      .select('id')",
    instead: "      .where('key', 'in', some)\n      .select('id')",
  },
  {
    name: 'P6: what goes is still found',
    text: "    await trx.deleteFrom('searchDocument').where('indexName', '=', index).where('key', 'in', some).execute()\n",
    instead: '',
  },
  {
    name: 'P6: a match in the text counts as one in the name',
    text: "return where === 'title' ? `{title} : (${phrases})` : phrases",
    instead: 'return phrases',
  },
  {
    name: 'P6: a match in the text counts as one in the name, on PostgreSQL',
    text: "if (where === 'title') return sql`document.title like ${pattern}`\n",
    instead: '',
  },
  {
    name: 'P6: pairs far apart are found',
    text: 'return sql<boolean>`(${found} and ${text})`',
    instead: 'return sql<boolean>`(${found} and (${text} or true))`',
  },
  {
    name: 'P6: one character finds only words that end with it',
    text: "`\"${tokensOfSearch(word).join(' ')}\"${isOneCharacter(word) ? '*' : ''}`",
    instead: '`"${tokensOfSearch(word).join(\' \')}"`',
  },
  {
    name: 'P6: one character finds only words that end with it, on PostgreSQL',
    text: "`'${token}'${isOneCharacter(word) ? ':*' : ''}`",
    instead: "`'${token}'`",
  },
  {
    name: 'P6: one of the words is enough',
    text: "{ and: ' AND ', or: ' OR ' }",
    instead: "{ and: ' OR ', or: ' OR ' }",
  },
  {
    name: 'P6: signs alone find everything',
    text: '  if (exact.length === 0) return new Map()\n',
    instead: '  if (exact.length === 0) return null\n',
  },
  {
    name: 'P6: the number itself is not the first',
    text: ', itself.filter((number) => inName.includes(number))]',
    instead: ', itself.slice(itself.length)]',
  },
  {
    name: 'P6: a name counts no more than a text',
    text: 'anywhere, inName, itself.filter',
    instead: 'inName, anywhere, itself.filter',
  },
  {
    name: 'P6: a number is found with its signs alone',
    text: "[name, reading, number, closedUp(number)].join('\\n')",
    instead: "[name, reading, number].join('\\n')",
  },
  {
    name: 'P6: a reading is not searched',
    text: "[name, reading, number, closedUp(number)].join('\\n')",
    instead: "[name, number, closedUp(number)].join('\\n')",
  },
  {
    name: 'P6: a colour of another family’s words is not found by its name',
    text: '{ ...fabric, more: facetWords(facetsOf(fabric)) }',
    instead: "{ ...fabric, more: '' }",
  },
  {
    name: 'P6: a kit is not found by its level',
    text: 'more: `${levelName(level)} ${fabricSize}`',
    instead: 'more: fabricSize',
  },
  {
    name: 'P6: a kit is not found by its fabric',
    text: 'more: `${levelName(level)} ${fabricSize}`',
    instead: 'more: levelName(level)',
  },
  {
    name: 'P6: a new name is not found',
    text: 'stored?.name === name && stored.reading',
    instead: 'stored?.reading',
  },
  {
    name: 'P6: a new reading is not found',
    text: 'stored?.name === name && stored.reading === reading &&',
    instead: 'stored?.name === name &&',
  },
  { name: 'P6: a new description is not found', text: ' && stored.description === description', instead: '' },
  {
    name: 'P6: the words that were looked for are proposed again',
    text: '.filter((part) => searchText(part) !== searchText(only))',
    instead: '',
  },
  {
    name: 'P6: a search of any length',
    text: '.slice(0, longestSearch)\n',
    instead: '.slice(0, 10 * longestSearch)\n',
  },
  {
    name: 'P6: a colour is not filtered',
    text: 'colour === null || fabric.colour.includes(colour)',
    instead: 'colour !== undefined',
  },
  {
    name: 'P6: a pattern is not filtered',
    text: 'pattern === null || fabric.pattern.includes(pattern)',
    instead: 'pattern !== undefined',
  },
  {
    name: 'P6: a material is not filtered',
    text: 'material === null || fabric.material.includes(material)',
    instead: 'material !== undefined',
  },
  {
    name: 'P6: a price is not filtered',
    text: 'price: (fabric, { price }) => isWithin(fabric.price, price)',
    instead: "price: (fabric) => fabric.number !== ''",
  },
  {
    name: 'C9: products without a certain price are cheap enough',
    text: 'limit === null || (price !== null && price <= limit)',
    instead: 'limit === null || Number(price) <= limit',
  },
  {
    name: 'P6: up to 1,000 yen leaves those of 1,000 out',
    text: '(price !== null && price <= limit)',
    instead: '(price !== null && price < limit)',
  },
  {
    name: 'P6: a search is not narrowed by a name',
    text: 'for (const fabric of found?.size === 0 ? [] : named.found) {',
    instead: 'for (const fabric of found === null ? named.found : fabrics) {',
  },
  {
    name: 'P6: a choice counts without the other choices',
    text: '    if (failed.length > 1) continue\n',
    instead: '',
  },
  {
    name: 'P6: what changes nothing is offered',
    text: 'return some.length > 1 || chosen !== null ? some : []',
    instead: 'return some',
  },
  {
    name: 'P6: a choice that was made cannot be undone',
    text: 'count > 0 || id === chosen',
    instead: 'count > 0',
  },
  {
    name: 'P6: products without a price are the cheapest',
    text: '(a.price ?? priceless) - (b.price ?? priceless)',
    instead: '(a.price ?? 0) - (b.price ?? 0)',
  },
  {
    name: 'P6: the newest stand last',
    text: 'toSorted((a, b) => b.createdAt - a.createdAt)',
    instead: 'toSorted((a, b) => a.createdAt - b.createdAt)',
  },
  {
    name: 'P6: names in the order of their kanji',
    text: "if (order === 'name') return sortByKana(products, ({ name, reading }) => reading || name)",
    instead: "if (order === 'name') return sortByKana(products, ({ name }) => name)",
  },
  {
    name: 'P6: a search in the owner’s order',
    text: 'if (rankOf === null) return products\n',
    instead: 'if (rankOf === null || products.length > 0) return products\n',
  },
  {
    name: 'P6: a limit that everything keeps is offered',
    text: '.filter((limit) => limit > 0 && limit < (prices.at(-1) ?? 0))',
    instead: '.filter((limit) => limit > 0)',
  },
  {
    name: 'P24: any text is a price',
    text: '/^[1-9]\\d{0,5}$/.test(price) ? Number(price) : null',
    instead: "price === '' ? null : Number(price)",
  },
  {
    name: 'P24: an unknown order',
    text: "orders.find((order) => order === parameters.get('sort')) ?? 'usual'",
    instead: "orders.find((order) => order === parameters.get('sort')) ?? 'new'",
  },
  {
    name: 'P24: a page without end',
    text: 'Math.min(Math.max(pages, 1), Math.floor(mostCards / pageSize)) * pageSize',
    instead: 'Math.max(pages, 1) * pageSize',
  },
  {
    name: 'P6: もっと見る beyond the end',
    text: 'total > count && count + pageSize <= mostCards ?',
    instead: 'count + pageSize <= mostCards ?',
  },
  {
    name: 'a searched list is one for search engines',
    text: "  q !== '' || [colour, pattern, material, price]",
    instead: '  [colour, pattern, material, price]',
  },
  {
    name: 'a narrowed list is one for search engines',
    text: '[colour, pattern, material, price].some((choice) => choice !== null)',
    instead: '[colour, pattern, material].some((choice) => choice !== null)',
  },
  {
    name: 'P6: a default stands in the address',
    text: "sort: order === 'usual' ? '' : order,",
    instead: 'sort: order,',
  },
  { name: 'a list that is not narrowed counts as all', text: "${isAll ? '全' : ''}", instead: '全' },
  {
    name: '抹茶 is also 茶',
    text: "[...words].sort((a, b) => b.length - a.length).join('|')",
    instead: "[...words].join('|')",
  },
  {
    name: '麻の葉 is linen',
    text: 'const materialsIn = readerOf(materials, notMaterials)',
    instead: 'const materialsIn = readerOf(materials)',
  },
  {
    name: 'a fabric is of what its text compares it with',
    text: 'composition.length > 0 ? composition : materialsIn(title)',
    instead: 'materialsIn(`${title}${text}`)',
  },
  {
    name: 'a material in the name counts beside the composition',
    text: 'composition.length > 0 ? composition : materialsIn(title)',
    instead: '[...composition, ...materialsIn(title)]',
  },
  {
    name: 'a colour in the name of a fabric is its colour',
    text: "nfkc(readColour(description).colour ?? '')",
    instead: 'nfkc(description)',
  },
  {
    name: 'a fabric is found by its own texts alone',
    text: "return [...words, ...also].join(' ')",
    instead: "return words.join(' ')",
  },
  {
    name: 'R41: another name is lost while search is told of the former one',
    text: "conflict.column('documentId').doUpdateSet((eb) => ({ documentId: eb.ref('excluded.documentId') })),",
    instead: "conflict.column('documentId').doNothing(),",
  },
  {
    name: 'R41: what is left of deleted recipes stays in the index',
    text: '    if (gone.length > 0) await removeDocumentsOf(trx, gone)\n',
    instead: '',
  },
  {
    name: 'R24: what holds the words in its title is listed twice',
    text: 'newest.filter(({ documentId }) => !inTitle.has(documentId))',
    instead: '[...newest]',
  },
  {
    name: 'W47: an older title is no candidate',
    text: 'return [...titled, ...(await newestFound(db, search, mostRanked - titled.length, older).execute())]',
    instead: 'return [...titled, ...(await newestFound(db, search, 0, older).execute())]',
  },
  {
    name: 'W47: an older title is a candidate twice',
    text: "documentsWith(db, search.words, 'title', newest.at(-1)?.documentId)",
    instead: "documentsWith(db, search.words, 'title')",
  },
  {
    name: 'W47: of many the tagged ones do not come before the rest',
    text: 'titled.length < most ? await taggedAmong(db, search, others.map(documentOf)) : new Set()',
    instead: 'new Set<number | null>()',
  },
  {
    name: 'R22: words in a situation find recipes of any other',
    text: "...search.within.map(isIn(unindexed(db, 'found.documentId')))",
    instead: '',
  },
  {
    name: 'R22: a situation of many recipes has all of them',
    text: ' and document_id = ${document})`',
    instead: ')`',
  },
  {
    name: 'R24: of many recipes that hold the words, those liked most are any',
    text: "} in ${documentsWith(db, words, 'anywhere')}`",
    instead: '} is not null`',
  },
  {
    name: 'W30: the other words of the owner are not looked for',
    text: 'new Map([...defaults, ...rows])',
    instead: 'new Map([...rows, ...defaults])',
  },
  {
    name: 'W31: what is near stands anywhere',
    text: 'near.filter(({ id }) => !ids.has(id))',
    instead: 'near',
  },
  {
    name: 'W32: a part that finds nothing is shown',
    text: '  if (wider > 0) return { part: null, wider, near: [] }\n',
    instead: '',
  },
  {
    name: 'W32: ways lead to pages without a hit',
    text: 'near: near.filter((each) => each.count > 0)',
    instead: 'near',
  },
  {
    name: 'W32: popular keywords lead to pages without a hit',
    text: 'keywords: known.filter(({ count }) => count > 0)',
    instead: 'keywords: known',
  },
  {
    name: 'W33: what two clients asked for is kept',
    text: 'const leastClients = 3',
    instead: 'const leastClients = 2',
  },
  {
    name: 'W33: telephone numbers are kept',
    text: '|\\p{Nd}{4}/u',
    instead: '/u',
  },
  {
    name: 'W33: a client counts as often as it asks',
    text: 'known?.clients.has(client) || ',
    instead: '',
  },
  {
    name: 'W33: one client fills the memory',
    text: '  if (words >= mostOfClient) return false\n',
    instead: '',
  },
  {
    name: 'W33: a day without end',
    text: 'if (isNew && (count.get(hit.day) ?? 0) >= mostWordsOfDay) continue',
    instead: '',
  },
  {
    name: 'W34: what is not sold is proposed',
    text: "const rows = await published(db, await showsFeed(db))\n    .where('type', '=', index)",
    instead:
      "const rows = await db.selectFrom('product').select(shownColumns)\n    .where('type', '=', index)",
  },
  {
    name: 'W30: a search of twenty words has other words for each',
    text: 'at < mostExpanded ? table.get(word) : undefined',
    instead: 'table.get(word)',
  },
  {
    name: 'W30: a word has any number of others',
    text: 'some.slice(0, mostOtherWords)',
    instead: 'some',
  },
  {
    name: 'W32: other areas are told of though they have nothing',
    text: 'return (await Promise.all(counted)).filter(({ count }) => count > 0)',
    instead: 'return Promise.all(counted)',
  },
  {
    name: 'W32: other areas have nothing of the part that is shown',
    text: 'return all.length > 0 || part === null ? all : of(part.q)',
    instead: 'return all',
  },
  { name: 'W33: an address is kept', text: '/[@＠]|\\p{Nd}{4}/u', instead: '/\\p{Nd}{4}/u' },
  {
    name: 'W33: a whole letter is kept',
    text: "words === '' || codePointLength(words) > longestKept",
    instead: "words === ''",
  },
  {
    name: 'W33: nothing is kept as a word',
    text: "words === '' || codePointLength(words) > longestKept",
    instead: 'codePointLength(words) > longestKept',
  },
  {
    name: 'W33: a word of a full day counts no longer',
    text: 'const isNew = !known.has(keyOfHit(hit))',
    instead: 'const isNew = true',
  },
  { name: 'W33: words of the 91st day', text: "'<=', today - keptDays", instead: "'<', today - keptDays" },
  {
    name: 'W34: nine are proposed',
    text: '...room.flat()].slice(0, mostSuggestions)',
    instead: '...room.flat()]',
  },
  {
    name: 'W34: a hidden recipe is proposed',
    text: ".where('recipe.hidden', '=', 0)\n    .orderBy('found.documentId', 'desc')",
    instead: ".orderBy('found.documentId', 'desc')",
  },
  {
    name: 'W34: what was typed is proposed',
    text: '.filter((word) => searchText(word) !== typed)',
    instead: '',
  },
  {
    name: 'W34: signs are looked for',
    text: "if (searchText(q) === '') return []\n  const terms",
    instead: 'const terms',
  },
  {
    name: 'W5: a tie stands at another line after an empty one',
    text: 'ties: linesIn(ingredients).flatMap(',
    instead: 'ties: ingredients.flatMap(',
  },
  {
    name: 'W5: ties without end',
    text: 'if (count > mostTies) addIssue',
    instead: 'if (count < 0) addIssue',
  },
  {
    name: 'W5: a draft forgets what was chosen',
    text: '.map(({ text, tieNumber, tieUnits }) => [text, tieNumber, tieUnits])',
    instead: '.map(({ text }) => text)',
  },
  {
    name: 'W6: who may not post asks for products',
    text: "if (refusal !== null || actor.kind !== 'member') return refusal ?? 'not_signed_in'\n  return ctx.calls",
    instead: "if (actor.kind !== 'member') return 'not_signed_in'\n  return ctx.calls",
  },
  {
    name: 'W6: products are asked for without end',
    text: "return ctx.calls.waitOfClient(asksOfMinute, actor.id, ctx.now()) > 0 ? 'too_many' : null",
    instead: 'return null',
  },
  {
    name: 'W6: a household asks as one',
    text: 'waitOfClient(asksOfMinute, actor.id,',
    instead: 'waitOfClient(asksOfMinute, actor.address,',
  },
  {
    name: 'W6: amounts propose products',
    text: '  if (isNoProductsName(words)) return []\n',
    instead: '',
  },
  {
    name: 'W6: whatever a description holds proposes products',
    text: 'isSaidBy(product, facetsOf.get(product.number), wide),',
    instead: 'true,',
  },
  {
    name: 'W6: what she ordered stands anywhere',
    text: 'const place = (number: string) => placeOf.get(number) ?? ranks.get(number) ?? 0',
    instead: 'const place = (number: string) => ranks.get(number) ?? 0',
  },
]
