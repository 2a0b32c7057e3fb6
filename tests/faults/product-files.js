/** Faults in products by file and at the feed desk. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'N44: a file with a bad row is taken',
    text: "if (rows.some(({ kind }) => kind === 'bad')) return refused('bad')",
    instead: "if (rows.length === 0) return refused('bad')",
  },
  {
    name: 'N44: a file is taken although products have changed',
    text: "if ((await changedSince(trx, id)).length > 0) return refused('changed')",
    instead: '',
  },
  {
    name: 'N44: a file is taken twice',
    text: "if (file.state !== 'looked at') return refused('taken')",
    instead: '',
  },
  {
    name: 'N44: a file of yesterday is taken',
    text: "if (ctx.now() - file.sentAt > lookedAtMs) return refused('old')",
    instead: '',
  },
  {
    name: 'N44: a number stands twice',
    text: "first === undefined || result.number === ''",
    instead: "first === undefined || result.number !== ''",
  },
  {
    name: 'N44: a fabric of the feed is changed by a file',
    text: "if (product?.source === 'feed') return bad(rowTexts.ofFeed)",
    instead: '',
  },
  {
    name: 'N44, N42: a number of an order comes back in a file',
    text: 'if (known.ordered.has(number.toLowerCase())) return bad(rowTexts.ordered)',
    instead: '',
  },
  {
    name: 'N44: a file makes a fabric a kit',
    text: 'if (type !== null && type !== product.type)',
    instead: 'if (type === null)',
  },
  {
    name: 'N44: photographs of others come in a file',
    text: "pictures.some((url) => strangeUploads.has(uploadNameOf(url) ?? ''))",
    instead: "pictures.some((url) => url === '')",
  },
  {
    name: 'N44: what a file leaves out is taken out unasked',
    text: '...(replaces ? left.map(leftOut) : [])',
    instead: '...left.map(leftOut)',
  },
  {
    name: 'N44: drafts that a file leaves out are taken out',
    text: "source !== 'feed' && status === publishedStatus && !rowOf.has(number)",
    instead: "source !== 'feed' && status !== '' && !rowOf.has(number)",
  },
  {
    name: 'N44: files are compared without end',
    text: "if (!(await countTry(ctx, now, [countedFor(perPerson, who), countedFor(ofShop, '*')])))",
    instead: "if (!(await countTry(ctx, now, [countedFor(ofShop, '*')])))",
  },
  {
    name: 'N44: files that were taken are kept without end',
    text: "...rows.filter(({ state }) => state !== 'looked at').slice(mostTaken),",
    instead: '',
  },
  {
    name: 'N44, P35: the same file asks for the price again',
    text: "column === 'price' && held !== null && cellValue(column, cell) === String(held)",
    instead: "column === 'price' && held === -1",
  },
  {
    name: 'N45: a description in another form is written anew',
    text: '? { description: row.description }',
    instead: '? {}',
  },
  {
    name: 'N45: addresses of photographs are written anew',
    text: '? { pictures: picturesOf(row) }',
    instead: '? {}',
  },
  {
    name: 'N45: a row that nobody touched takes back what the desk did',
    text: 'if (mark === markOf({ ...before, ...row.cells })) return same',
    instead: '',
  },
  {
    name: 'N45: what was changed on both sides is not asked about',
    text: 'if (!known.lastByFile.has(`${number} ${version}`)) return bad(rowTexts.older)',
    instead: '',
  },
  {
    name: 'N45: her own file is another screen',
    text: 'if (!known.lastByFile.has(`${number} ${version}`)) return bad(rowTexts.older)',
    instead: 'return bad(rowTexts.older)',
  },
  {
    name: 'N45: signs that Shift_JIS lacks are lost',
    text: '|| isWithoutSigns(base[column].trim(), cell.trim(), isNotInShiftJis)',
    instead: '',
  },
  {
    name: 'N45: numbers go out bare',
    text: 'if (fits && isSpoiltByExcel(text)) return `="${text}"`',
    instead: '',
  },
  {
    name: 'N45: a number that Excel has changed is new',
    text: 'if (spoilt !== null) return bad(spoilt)',
    instead: '',
  },
  {
    name: 'N46: an undo tramples what was done by hand',
    text: 'if (product === undefined || product.updatedAt !== row.afterVersion) return false',
    instead: 'if (product === undefined) return false',
  },
  {
    name: 'N46: an undo comes after months',
    text: "if (ctx.now() - file.appliedAt > undoMs) return refused('too-late')",
    instead: '',
  },
  {
    name: 'N46: what was ordered vanishes with the undo',
    text: '(await orderedAmong(trx, [row.number])).size > 0 ||',
    instead: '',
  },
  {
    name: 'N46: what is counted vanishes with the undo, and its stock stays',
    text: '|| (await isCounted(trx, row.number)))',
    instead: ')',
  },
  {
    name: 'N46: an undo leaves the price that waits',
    text: 'await holdPriceAgain(trx, number, held)',
    instead: '',
  },
  {
    name: 'N46: photographs of a file are removed before its undo',
    text: "      yield undo ?? ''\n",
    instead: "      yield ''\n",
  },
  {
    name: 'what a demo entered stays in the shop',
    text: "eb.or([eb('source', 'in', ['demo', 'feed']), eb('practice', '=', 1)])",
    instead: "eb('source', 'in', ['demo', 'feed'])",
  },
  {
    name: 'N48: an import forgets what the desk added',
    text: 'const products = await withAdditions(trx, held)',
    instead: 'const products = held',
  },
  {
    name: 'N48: photographs of others are added',
    text: "if (pictures.length > mostAdded) return refused('picture-gone')\n  if (added.length > 0 && (await claimUploads",
    instead:
      "if (pictures.length > mostAdded) return refused('picture-gone')\n  if (added.length > 99 && (await claimUploads",
  },
  {
    name: 'N48: photographs are added without end',
    text: "if (pictures.length > mostAdded) return refused('picture-gone')",
    instead: '',
  },
  {
    name: 'N48: a product of the shop gets what is the feed’s',
    text: "row?.source !== 'feed' || row.updatedAt !== version",
    instead: 'row === undefined || row.updatedAt !== version',
  },
  {
    name: 'N48: two owners add to one fabric',
    text: "row?.source !== 'feed' || row.updatedAt !== version",
    instead: "row?.source !== 'feed'",
  },
  {
    name: 'N47: a press while a list is read is lost',
    text: 'isAskedFor(feed) || isFeedDue(feed, ctx.now())',
    instead: 'isFeedDue(feed, ctx.now())',
  },
  {
    name: 'N47: a reading that began before the press answers it',
    text: 'beganAt >= askedAt && finishedAt >= beganAt',
    instead: 'finishedAt >= askedAt',
  },
  {
    name: 'N47: the list is asked for without end',
    text: "if (!(await countTryWithin(trx, now, [readings]))) return refused('too-often' as const)",
    instead: '',
  },
  {
    name: 'N47: what she holds herself counts as a row to mend',
    text: ".where('reason', '!=', ownRowReason)",
    instead: ".where('reason', '!=', '')",
  },
]
