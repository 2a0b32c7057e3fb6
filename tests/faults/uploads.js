/** Faults in what uploads may take, in whose they are, and in what is removed of them. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'D5: a member may leave any number of files unused',
    text: 'files + more.files > waitingLimits.files || ',
    instead: '',
  },
  {
    name: 'D5: a member may leave any number of bytes unused',
    text: ' || bytes + more.bytes > waitingLimits.bytes)',
    instead: ')',
  },
  {
    name: 'D5: the shop keeps any number of bytes unused',
    text: "return bytesOfShop + more.bytes > waitingLimits.bytesOfShop ? 'shop_full' : undefined",
    instead: 'return undefined',
  },
  {
    name: 'D5: what one member left counts for all',
    text: "    .where('owner', '=', owner)\n    .select(({ fn }) => [fn.countAll",
    instead: '    .select(({ fn }) => [fn.countAll',
  },
  {
    name: 'D5: what is used counts as unused',
    text: "const waiting = db.selectFrom('uploadOwner').where('waiting', '=', 1)",
    instead: "const waiting = db.selectFrom('uploadOwner')",
  },
  {
    name: 'D5: two at once pass a limit together',
    text: '      if (owner !== undefined) await takeAdvisoryLock(trx, uploadsLockId)\n',
    instead: '',
  },
  {
    name: 'D5: what has no room leaves its rows',
    text: '      if (lack !== undefined) throw new NoRoom(lack)\n',
    instead: '      if (lack !== undefined) return refused(lack)\n',
  },
  {
    name: 'D5: uploads fill the disk',
    text: '(await uploadFiles.freeBytes()) - bytes < leastFreeBytes',
    instead: '(await uploadFiles.freeBytes()) - bytes < 0',
  },
  {
    name: 'D5: a full disk is a surprise',
    text: "    if (codeOfError(error) === 'ENOSPC') return refused('disk_full' as const)\n",
    instead: '',
  },
  {
    name: 'D5: the owner is told of what one member left',
    text: "  if (room === 'too_many_unused') return\n",
    instead: "  if (room === 'too_many_unused') room = 'shop_full'\n",
  },
  {
    name: 'D5: the owner is not told',
    text: '  if (room !== undefined) await reportFullShop(ctx, room)\n',
    instead: '',
  },
  {
    name: 'D5: what was let go and put again counts no more',
    text: 'return wasLetGo ? known.doUpdateSet({ waiting: 1 }) : known.doNothing()',
    instead: 'return known.doNothing()',
  },
  {
    name: 'D5: what is put again while it is used counts as unused',
    text: 'return wasLetGo ? known.doUpdateSet({ waiting: 1 }) : known.doNothing()',
    instead: 'return known.doUpdateSet({ waiting: 1 })',
  },
  {
    name: 'D5: an upload is read before it is refused',
    text: '    if (refused !== undefined) return refuseBodyWith(exchange, common, refused)\n',
    instead: '',
  },
  {
    name: 'S17: uploads of one client are not counted',
    text: '    countedFor({ ...each, name: `${each.name}-of-client`, most: each.most * perClient }, client),\n',
    instead: '',
  },
  {
    name: 'S17: uploads of one network are not counted',
    text: '    countedFor({ ...each, name: `${each.name}-of-network`, most: each.most * perNetwork }, network),\n',
    instead: '',
  },
  {
    name: 'R40: anybody uses what somebody put',
    text: "    .where('owner', 'in', [owner, sharedOwners.anybody])\n",
    instead: '',
  },
  {
    name: 'R40: uploads of before owners were kept are lost',
    text: "    .where('owner', 'in', [owner, sharedOwners.anybody])\n",
    instead: "    .where('owner', '=', owner)\n",
  },
  {
    name: 'D5: a refused claim makes room all the same',
    text: '  if (missing.length === 0)\n    await trx.updateTable',
    instead: '    await trx.updateTable',
  },
  {
    name: 'A17: with an account goes what another member put too',
    text: "            .where('other.owner', '!=', member),",
    instead: "            .where('other.owner', '=', ''),",
  },
  {
    name: 'R2: what recipes refer to is not noted when they are posted or saved',
    text: "  for (const some of inChunks([...names]))\n    await trx\n      .insertInto('recipeUpload')",
    instead:
      "  for (const some of inChunks([...names].slice(0, 0)))\n    await trx\n      .insertInto('recipeUpload')",
  },
  {
    name: 'R2: what is in use is collected',
    text: 'new Set(names.length === 0 ? [] : await uploadsInUse(parts.db, names))',
    instead: 'new Set()',
  },
  {
    name: 'R2: what was used meanwhile is collected',
    text: "    .where('name', '=', upload.name)\n    .where('lastPutAt', '<', before)\n",
    instead: "    .where('name', '=', upload.name)\n",
  },
  {
    name: 'what is in use is looked at each hour',
    text: "    .set({ lastPutAt: now() })\n    .where('name', 'in', used)",
    instead: "    .set(({ ref }) => ({ lastPutAt: ref('lastPutAt') }))\n    .where('name', 'in', used)",
  },
  {
    name: 'D5: what another recipe uses counts as unused for ever',
    text: "    .set({ waiting: 0 })\n    .where('name', 'in', used)\n",
    instead: "    .set({ waiting: 1 })\n    .where('name', 'in', used)\n",
  },
  {
    name: 'a file that is being written is swept away',
    text: '      ? unfinishedMs',
    instead: '      ? 0',
  },
  {
    name: 'files without a row are removed at once',
    text: "    bytes: 0,\n    source: 'own' as const,\n    lastPutAt: now(),",
    instead: "    bytes: 0,\n    source: 'own' as const,\n    lastPutAt: 0,",
  },
  {
    name: 'what cannot be drawn is tried again each month',
    text: " || (stats.size === 0 && path.endsWith('.jpg'))",
    instead: '',
  },
  {
    name: 'P24: a NUL reaches the database',
    text: ' || hasNul || canonical === null',
    instead: ' || canonical === null',
  },
  {
    name: 'A7: the title of a hidden recipe is the name of its PDF',
    text: "    .where('pdfUrl', '=', url)\n    .where('hidden', '=', 0)\n",
    instead: "    .where('pdfUrl', '=', url)\n",
  },
  {
    name: 'R8: a PDF has the title of any recipe',
    text: "    .where('pdfUrl', '=', url)\n    .where('hidden', '=', 0)\n",
    instead: "    .where('hidden', '=', 0)\n",
  },
  {
    name: 'W7: a further photograph is anybody’s',
    text: '    ...photographsOf(photographs),\n',
    instead: '    photographs.mainImageUrl,\n',
  },
  {
    name: 'R3, W7: a further photograph that was there is asked for again',
    text: '  moreImages.includes(JSON.stringify(url)) ||\n',
    instead: '',
  },
  {
    name: 'W7: a further photograph that leaves is kept for ever',
    text: '[row.mainImageUrl, row.moreImages, row.pdfUrl',
    instead: '[row.mainImageUrl, row.pdfUrl',
  },
  {
    name: 'W7: a seventh photograph',
    text: 'if (count > listLimits.photographs) addIssue(',
    instead: 'if (count > 99) addIssue(',
  },
  {
    name: 'R46: equal photographs become one without a word',
    text: 'explanation.success && left === 0',
    instead: 'explanation.success',
  },
  {
    name: 'R46: the first photograph once more',
    text: '.filter((url) => url !== mainImageUrl)',
    instead: '',
  },
  {
    name: 'R48: a form that does not know a PDF’s name takes it away',
    text: 'const called = pdfName || (await pdfFileName(trx, { id, pdfUrl: texts.pdfUrl }))',
    instead: 'const called = pdfName',
  },
  {
    name: 'R48: a PDF cannot be called anew',
    text: 'isSame(stored, content) && !isRenamed',
    instead: 'isSame(stored, content)',
  },
  {
    name: 'W7: a photograph on its way leaves a gap',
    text: "...all('moreImage[]')].filter((url) => url !== '')",
    instead: "...all('moreImage[]')]",
  },
  {
    name: 'W7: another order is no change',
    text: '      plain.moreImages,\n',
    instead: '',
  },
]
