/** Faults of a shop of several processes: two releases, pictures in S3, figures. */
export const faults = [
  {
    name: 'D51: a schema of fewer migrations is written to',
    text: '  Number(migrations) > expected.migrations &&\n',
    instead: '',
  },
  {
    name: 'D51: a schema of an earlier last migration is written to',
    text: '  String(last) > expected.last &&\n',
    instead: '',
  },
  {
    name: 'D51: a schema that takes something away is written to',
    text: '  String(last) > expected.last &&\n  Number(since ?? 0) <= numberOf(expected)',
    instead: '  String(last) > expected.last',
  },
  {
    name: 'D51: PostgreSQL takes a schema of fewer migrations',
    text: 'or count(*) > ${expected.migrations} and max(name) >',
    instead: 'or max(name) >',
  },
  {
    name: 'D51: PostgreSQL takes a schema that takes something away',
    text: '), 0) <= ${numberOf(expected)})`',
    instead: '), 0) <= 9999)`',
  },
  {
    name: 'D51: a wider schema cannot be opened',
    text: '  if (tooNew !== undefined && (await isMadeWider(trx, migrations))) return []\n',
    instead: '',
  },
  {
    name: 'D51: a narrower schema is opened',
    text: 'if (tooNew !== undefined && (await isMadeWider(trx, migrations))) return []',
    instead: 'if (tooNew !== undefined) return []',
  },
  {
    name: 'D51: who may write is not noted',
    text: '  if (results.length > 0) await noteWritableSince(trx, since)\n',
    instead: '',
  },
  {
    name: 'D51: who may write grows smaller again',
    text: '  if (before < since) await rememberShopState(trx, writableSinceKey',
    instead: '  await rememberShopState(trx, writableSinceKey',
  },
  {
    name: 'D51: a backup is made of a schema that is not known whole',
    text: "if (!isSchemaOf(versionOf(allMigrations), rows[0])) throw new BackupRefused('other-version')",
    instead: '',
  },
  {
    name: 'D52: another token reads the figures',
    text: 'timingSafeEqual(digest(credentialOf(headers.authorization)), digest(token))',
    instead: 'credentialOf(headers.authorization) !== token.slice(0, 0)',
  },
  {
    name: 'D52: a write reaches the figures',
    text: "method === 'GET' && timingSafeEqual(",
    instead: 'timingSafeEqual(',
  },
  {
    name: 'D52: figures are read at each request',
    text: '    if (clock() >= readAt + readAgainMs) {\n',
    instead: '    if (clock() >= readAt) {\n',
  },
  { name: 'D52: a figure that cannot be read stays what it was', text: '    gauge.reset()\n', instead: '' },
  {
    name: 'D52: a run that was given up counts as done',
    text: "      if (signal.reason instanceof RunGivenUp) outcome = 'given up'\n",
    instead: '',
  },
  {
    name: 'D43: a picture in the folder counts before the one in S3',
    text: '    return name.startsWith(uploadsFolder)\n',
    instead: '    return name === uploadsFolder\n',
  },
  {
    name: 'D43: a hidden object is served',
    text: "if (name === '' || name.length > longestName || /(^|[/\\\\])\\.|\\/\\//.test(name)) return false",
    instead: "if (name === '') return false",
  },
  {
    name: 'D43: another shop’s place is written to',
    text: '      if (own !== null)\n        return {\n          lines: [\n            own,\n',
    instead: "      if (own === '')\n        return {\n          lines: [\n            own,\n",
  },
  {
    name: 'D43: what lies in the folder is not found',
    text: 'return object === undefined ? before.read(name) : wholeOf(object)',
    instead: 'return object && wholeOf(object)',
  },
  {
    name: 'D43: a list ends with its first page',
    text: '        token = page.nextContinuationToken\n',
    instead: '        token = undefined\n',
  },
  {
    name: 'D44: half a picture is a picture',
    text: '    if (done && left !== 0) throw new S3Cut(`${left} of ${bytes} bytes did not come`)\n',
    instead: '',
  },
  {
    name: 'D44: a read waits for ever',
    text: "init?.method === 'PUT' ? writeMs : answerMs",
    instead: "init?.method === 'PUT' ? writeMs : 600_000",
  },
  {
    name: 'D44: a store that is away is a surprise of an upload',
    text: '    if (error instanceof BucketAway) {\n',
    instead: '    if (error === null) {\n',
  },
  {
    name: 'D44: a store that is away is a surprise of a picture',
    text: '      if (!(error instanceof BucketAway)) throw error\n      return sendAway(response)\n',
    instead: '      throw error\n',
  },
  {
    name: 'D44: so many pictures as there are visitors are read at once',
    text: '      if (waiting.size >= mostWaiting) return false\n',
    instead: '',
  },
  {
    name: 'D44: a store that refuses lets the shop open',
    text: '    if (error.isRefused) return storeRefuses(env, error)',
    instead: '    if (error.isRefused === null) return storeRefuses(env, error)',
  },
  {
    name: 'D45: old share pictures in S3 stay',
    text: 'isProductCard(file) && putAt < parts.now() - productCardMs && bytes > 0',
    instead: 'isProductCard(file) && putAt < 0',
  },
  {
    name: 'D45: what cannot be drawn is forgotten in S3',
    text: 'putAt < parts.now() - productCardMs && bytes > 0',
    instead: 'putAt < parts.now() - productCardMs',
  },
  {
    name: 'D45: a removed picture stays in S3',
    text: '      await bucket.remove(nameOf(name))\n',
    instead: '',
  },
  {
    name: 'D45: what was sent is not read back',
    text: '    if (back === undefined || !(await wholeOf(back)).equals(content))\n',
    instead: '    if (back === null)\n',
  },
  {
    name: 'D45: a backup keeps what is gone from S3',
    text: '  if (mirrors) for (const name',
    instead: '  if (mirrors && objects.size < 0) for (const name',
  },
]
