/** Faults in the copies of pictures of products, and in the pictures that are shared. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'P3: the picture of a real shop comes over http, and from this machine',
    text: 'fetchOutside({ url: source, demo: ctx.demo, headers, signal, limits })',
    instead: 'fetchOutside({ url: source, demo: true, headers, signal, limits })',
  },
  {
    name: 'P3: a name leads into the network',
    text: 'if (addresses.some(({ address }) => !isAllowedHost(address, demo)))',
    instead: 'if (addresses.length === 0)',
  },
  {
    name: 'P3: of two addresses of a name the second leads into the network',
    text: 'if (addresses.some(({ address }) => !isAllowedHost(address, demo)))',
    instead: 'if (!isAllowedHost(first.address, demo))',
  },
  {
    name: 'P3: redirects without end',
    text: 'hops <= limits.redirects; hops += 1',
    instead: 'hops <= 1000; hops += 1',
  },
  {
    name: 'P34: an answer without end',
    text: 'if (size > limitBytes) throw',
    instead: 'if (size > 100 * limitBytes) throw',
  },
  {
    name: 'P34: a few bytes that unfold to 50 MB',
    text: '{ maxOutputLength: limitBytes }',
    instead: '{}',
  },
  {
    name: 'D4: what cannot be unpacked throws',
    text: "throw failed('unreadable', `${encoding}: ${error.message}`)",
    instead: 'throw error',
  },
  {
    name: 'D4: who changes the protocol is waited for without end',
    text: "        reject(failed('no answer', 'closed without an answer'))\n",
    instead: '',
  },
  {
    name: 'D4: a body that was given up counts as whole',
    text: '    signal.throwIfAborted()\n    return ok({ headers',
    instead: '    return ok({ headers',
  },
  {
    name: 'R39: a host that says nothing has as long as a whole picture',
    text: 'limits.answerMs,\n    )',
    instead: 'limits.timeMs,\n    )',
  },
  {
    name: 'R39: a host that is slow to send is taken for a silent one',
    text: "      .on('response', () => clearTimeout(silence))\n",
    instead: '',
  },
  {
    name: 'R39: the pictures of a dead host are asked for one after the other',
    text: 'if (!(await ask())) silentUntil.set(host, now() + silenceMs)',
    instead: 'await ask()',
  },
  {
    name: 'R39: a host is asked for two pictures at once',
    text: '      asked.add(host)\n',
    instead: '',
  },
  {
    name: 'R39: a host that was asked once rests for ever',
    text: '        asked.delete(host)\n',
    instead: '',
  },
  {
    name: 'R39: a dead host is left alone for ever',
    text: 'if (until <= now()) silentUntil.delete(host)',
    instead: 'if (until < 0) silentUntil.delete(host)',
  },
  {
    name: 'R39: all hosts wait for a slow one',
    text: 'const mostHosts = 3',
    instead: 'const mostHosts = 1',
  },
  {
    name: 'R39: no answer counts as one',
    text: "return copied.error === 'no answer' ? 'no answer' : 'done'",
    instead: "return 'done'",
  },
  {
    name: 'R5: the texts of a PNG are unpacked',
    text: "pictureFormatOf(file) === 'png' ? withoutTexts(file) : file",
    instead: 'file',
  },
  {
    name: 'R5: each colour profile of a hundred is read',
    text: '(needed.has(type) && !seen.has(type))',
    instead: 'needed.has(type)',
  },
  {
    name: 'R5: what a PNG says of its colours is lost',
    text: "  'PLTE',\n  'tRNS',\n",
    instead: "  'PLTE',\n",
  },
  {
    name: 'R5: a line of 40 million pixels',
    text: '    if (Math.max(width, height) > longestSide)',
    instead: '    if (width > longestSide)',
  },
  {
    name: 'R39: a picture that takes too long keeps its process',
    text: '          if (error instanceof PictureGivenUp) end()\n',
    instead: '',
  },
  {
    name: 'R39: each part of a picture has the whole time',
    text: "if (task !== 'copies') clock.begunAt = process.cpuUsage()",
    instead: 'clock.begunAt = process.cpuUsage()',
  },
  {
    name: 'R39: only what comes to an end is too slow',
    text: 'Promise.race([done, tooSlow.promise])',
    instead: 'Promise.race([done])',
  },
  {
    name: 'R39: a picture pays for the one before',
    text: "  if (task !== 'copies') clock.begunAt = process.cpuUsage()\n",
    instead: '',
  },
  {
    name: 'R39: a process that hangs is waited for',
    text: 'const hangsMs = 180_000',
    instead: 'const hangsMs = 1_800_000',
  },
  {
    name: 'R39: a process that broke is asked again',
    text: '      if (child === begun) child = undefined\n',
    instead: '',
  },
  {
    name: 'R39: a broken process is a surprise',
    text: "    if (code === null) throw new PictureGivenUp(signal === 'SIGKILL' ? 'busy' : 'broken')\n",
    instead: '',
  },
  {
    name: 'R39: a member waits behind all pictures of another',
    text: '      waiting.delete(whose)\n',
    instead: '',
  },
  {
    name: 'R39: one member fills the queue',
    text: ' || queue.sizeOf(plan.sender) >= mostOfOne',
    instead: '',
  },
  {
    name: 'R39: all members take one turn',
    text: 'queue.run(plan.sender, () => encodeOne',
    instead: "queue.run('all', () => encodeOne",
  },
  {
    name: 'R39: a picture that takes too long is tried for everybody who asks',
    text: "if (isDrawing || picture.error === 'too_slow') await uploadFiles.put",
    instead: 'if (isDrawing) await uploadFiles.put',
  },
  {
    name: 'P34: a picture of 21 MB',
    text: 'bodyBytes: 20 * 1_048_576',
    instead: 'bodyBytes: 21 * 1_048_576',
  },
  {
    name: 'P34: a file of the shop’s own folder without limit',
    text: "return stats.size > limits.bodyBytes ? refused('too large') : ok(await file.readFile())",
    instead: 'return ok(await file.readFile())',
  },
  {
    name: 'P34: a socket or a folder in the place of a picture',
    text: "    if (!stats.isFile()) return refused('missing')\n",
    instead: '',
  },
  {
    name: 'R5: 41 megapixels',
    text: 'if (width * height > mostPixels)',
    instead: 'if (width * height > 1.1 * mostPixels)',
  },
  {
    name: 'R5: no limit of pixels',
    text: 'const mostPixels = 40_000_000',
    instead: 'const mostPixels = 400_000_000',
  },
  { name: 'R5: half a photograph is kept', text: "failOn: 'error'", instead: "failOn: 'none'" },
  {
    name: 'R3: a small picture is blown up',
    text: "      .autoOrient()\n      .resize({ ...within, fit: 'inside', withoutEnlargement: true })",
    instead: "      .autoOrient()\n      .resize({ ...within, fit: 'inside' })",
  },
  { name: 'R5: a photograph lies on its side', text: '      .autoOrient()\n', instead: '' },
  {
    name: 'R5: any decoder sees what a visitor sends',
    text: "sharp.block({ operation: ['VipsForeignLoad'] })\n",
    instead: '',
  },
  {
    name: 'P34: what is no photograph gets a copy',
    text: "const isPhotograph = isOutside || (photograph.test(source) && !source.startsWith('/Image/uploads/'))",
    instead: "const isPhotograph = isOutside || !source.startsWith('/Image/uploads/')",
  },
  {
    name: 'P34: a copy is copied',
    text: "(photograph.test(source) && !source.startsWith('/Image/uploads/'))",
    instead: 'photograph.test(source)',
  },
  {
    name: 'P34: an address longer than an index takes',
    text: 'return isPhotograph && source.length <= longest ? source : null',
    instead: 'return isPhotograph ? source : null',
  },
  {
    name: 'P34: two parts of one page are two pictures',
    text: 'whole.slice(0, whole.length - hash.length)',
    instead: 'whole',
  },
  {
    name: 'P34: a picture counts at its last place',
    text: 'if (source !== null && place < (noted.get(source)?.place ?? Infinity))',
    instead: 'if (source !== null)',
  },
  {
    name: 'P34: a replaced file keeps its former copy',
    text: 'else if (row.version !== version)',
    instead: 'else if (row.version === version && row.version !== version)',
  },
  {
    name: 'P34: a replaced file waits for its tries of before',
    text: '{ ...each, version, tries: 0, nextTryAt: ctx.now() }',
    instead: '{ ...each, version, nextTryAt: ctx.now() }',
  },
  {
    name: 'P34: a picture that moves up does not come sooner',
    text: '(row.place !== each.place || row.shownBy !== each.shownBy)',
    instead: 'row.shownBy !== each.shownBy',
  },
  {
    name: 'P34: the owner is told of products that showed a picture before',
    text: '(row.place !== each.place || row.shownBy !== each.shownBy)',
    instead: 'row.place !== each.place',
  },
  {
    name: 'P34: what failed is tried before its pause has ended',
    text: "    .where('nextTryAt', '<=', ctx.now())\n",
    instead: "    .where('nextTryAt', '<=', ctx.now() + 1)\n",
  },
  { name: 'P34: what failed comes before what is new', text: "    .orderBy('tries')\n", instead: '' },
  {
    name: 'P34: the last products come first',
    text: "        .orderBy('tries')\n        .orderBy('place')\n",
    instead: "        .orderBy('tries')\n        .orderBy('place', 'desc')\n",
  },
  {
    name: 'P34: of two processes both fetch',
    text: "    .where('nextTryAt', '=', nextTryAt)\n",
    instead: '',
  },
  {
    name: 'P34: a crash has a picture tried at once',
    text: '.set({ tries, nextTryAt: ctx.now() + pauseAfter(tries) })',
    instead: '.set({ tries, nextTryAt: ctx.now() + 1 })',
  },
  {
    name: 'P34: a shop that closes notes a failure',
    text: "  if (signal.aborted) return 'stop'\n",
    instead: '',
  },
  {
    name: 'P34: a busy shop counts a try',
    text: '{ tries: triesBefore, nextTryAt: ctx.now() + busyMs }',
    instead: '{ nextTryAt: ctx.now() + busyMs }',
  },
  {
    name: 'P34: a drawing is fetched again and again',
    text: "...(failure === 'drawing' ? { nextTryAt: null } : {})",
    instead: '',
  },
  {
    name: 'P34: a success leaves the failure',
    text: '{ name: copied.value, failure: null, nextTryAt: null }',
    instead: '{ name: copied.value, nextTryAt: null }',
  },
  {
    name: 'P34: a pause grows without end',
    text: 'Math.min(2 * minute * 4 ** (tries - 1), day)',
    instead: '2 * minute * 4 ** (tries - 1)',
  },
  {
    name: 'P34: what is shown is forgotten',
    text: 'stored.filter(({ address }) => !shown.has(address))',
    instead: 'stored',
  },
  {
    name: 'P34: the pictures of past orders are forgotten',
    text: 'chunk.filter((row) => isUncopied(row) || !ordered.has(row.address))',
    instead: 'chunk',
  },
  {
    name: 'P34: the picture that an order names in full is forgotten',
    text: "lines.flatMap(({ imageUrl, picture }) => [asOrdered.get(imageUrl ?? ''), picture])",
    instead: 'lines.map(({ picture }) => picture)',
  },
  {
    name: 'P34: the picture that an order names as shown is forgotten',
    text: "lines.flatMap(({ imageUrl, picture }) => [asOrdered.get(imageUrl ?? ''), picture])",
    instead: "lines.map(({ imageUrl }) => asOrdered.get(imageUrl ?? ''))",
  },
  {
    name: 'P34: what was never copied is kept for an order',
    text: 'const isUncopied = ({ name, nextTryAt }: (typeof chunk)[number]) => name === null && nextTryAt !== null',
    instead: 'const isUncopied = (_row: (typeof chunk)[number]) => false',
  },
  {
    name: 'P34: a forgotten picture is gone at once',
    text: '      if (urls.length > 0) await keepUploads(trx, ctx.now(), urls)\n',
    instead: '',
  },
  {
    name: 'P34: a try of the owner has what is there fetched again',
    text: "? rows.where('failure', 'is not', null)",
    instead: '? rows',
  },
  {
    name: 'P34: a try of the owner waits for its turn',
    text: "db.updateTable('pictureSource').set({ tries: 0, nextTryAt: ctx.now() })",
    instead: "db.updateTable('pictureSource').set({ nextTryAt: ctx.now() })",
  },
  {
    name: 'P34: the shop leads to any address',
    text: '  if (row === undefined) return undefined\n  return { url: row.name === null',
    instead:
      '  if (row === undefined) return { url: source, isOwn: false }\n  return { url: row.name === null',
  },
  {
    name: 'P34: an order of an earlier version shows no copy',
    text: 'source.startsWith(`${siteOrigin}/Image/`) ? source.slice(siteOrigin.length) : source',
    instead: 'source',
  },
  {
    name: 'P34: what has no copy yet is kept for an hour',
    text: "place.isOwn ? 'public, max-age=3600' : 'no-store'",
    instead: "'public, max-age=3600'",
  },
  {
    name: 'P34: webmail may not show the pictures of mails',
    text: "      // Webmail shows the pictures of our mails on pages of its own.\n      'cross-origin-resource-policy': 'cross-origin',\n",
    instead: '',
  },
  {
    name: 'P34: copies are collected as uploads that nothing shows',
    text: "return rows.map(({ name }) => name ?? '')",
    instead: 'return []',
  },
  {
    name: 'P34: a run does not end',
    text: 'while (!signal.aborted && ctx.now() < until &&',
    instead: 'while (!signal.aborted &&',
  },
  {
    name: 'P34: a closing shop goes on copying',
    text: 'while (!signal.aborted && ctx.now() < until &&',
    instead: 'while (ctx.now() < until &&',
  },
  {
    name: 'P34: what products show no more is never forgotten',
    text: '    await forgetProductPictures(ctx, await productPictures(ctx.db))\n',
    instead: '',
  },
  {
    name: 'P34: an upload in the way of its removal counts as kept',
    text: "doUpdateSet({ lastPutAt }).where('upload.lastPutAt', '>', 0)",
    instead: 'doUpdateSet({ lastPutAt })',
  },
  {
    name: 'P18: a size that is not there',
    text: '...widths.filter((smaller) => smaller < width)',
    instead: '...widths',
  },
  {
    name: 'P28: an outside picture is shared as ours',
    text: '/^\\/Image\\/[^?#]+\\.(?:jpe?g|png|webp|svg)$/i',
    instead: '/\\/[^?#]+\\.(?:jpe?g|png|webp|svg)$/i',
  },
  {
    name: 'P28: what stands in for a missing picture is shared',
    text: '.test(address) && address !== defaultLogo',
    instead: '.test(address)',
  },
  {
    name: 'P28: a drawing of any size is drawn',
    text: 'svg.length <= 500_000 && svg[0] !== 0x1f',
    instead: 'svg[0] !== 0x1f',
  },
  {
    name: 'P28: a packed drawing is drawn',
    text: 'svg.length <= 500_000 && svg[0] !== 0x1f',
    instead: 'svg.length <= 500_000',
  },
  {
    name: 'P28: a drawing that cannot be drawn is tried for everybody who asks',
    text: "if (isDrawing || picture.error === 'too_slow') await uploadFiles.put",
    instead: "if (picture.error === 'too_slow') await uploadFiles.put",
  },
  {
    name: 'P28: a recipe and a fabric share one card',
    text: '`${content}-goods-${fit}.jpg`',
    instead: '`${content}-goods.jpg`',
  },
  {
    name: 'P28: a recipe is cut for its card',
    text: "fit === 'whole' ? productCard : {",
    instead: "fit !== 'whole' ? productCard : {",
  },
  {
    name: 'P28: whatever lies in the folder is shared as a photograph',
    text: "  if (!hasProductCard(address)) return refused('not_there')\n",
    instead: '',
  },
  {
    name: 'P28: each look at a link makes its picture anew',
    text: "  if (kept !== undefined) return kept.length > 0 ? ok(kept) : refused('not_there')\n",
    instead: '',
  },
  {
    name: 'P28: a busy shop has no picture to share',
    text: "    if (picture.error === 'busy') return refused('busy')\n",
    instead: '',
  },
  {
    name: 'P28: a small picture is blown up for a link',
    text: '{ width: Math.min(width, productCard.width), height: Math.min(height, productCard.height) }',
    instead: '{ width: productCard.width, height: productCard.height }',
  },
]
