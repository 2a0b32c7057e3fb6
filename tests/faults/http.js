/** Faults in what stands before the pages. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'a link keeps the mark of a query that has nothing',
    text: "text === '' ? '' : `?${text}`",
    instead: '`?${text}`',
  },
  {
    name: 'a page that shares its prefix with another counts as that page',
    text: "new RegExp(`^${path.replace(/:\\w+/g, '[^/]+')}$`)",
    instead: "new RegExp(`^${path.replace(/:\\w+/g, '[^/]+')}`)",
  },
  {
    name: 'a page of the shop with a loader does not ask whether the shop has closed',
    text: 'defaultShouldRevalidate && !isAt(nextUrl.pathname, PAGES_WITHOUT_LOADER)',
    instead: "defaultShouldRevalidate && !isAt(nextUrl.pathname, [...PAGES_WITHOUT_LOADER, '/terms'])",
  },
  {
    name: 'two addresses of one file are one route',
    text: 'isShared(file) ? { id: path } : {}',
    instead: '{}',
  },
  {
    name: 'S16: every address takes a megabyte',
    text: 'const form = { bodyBytes: everybody(262_144) }',
    instead: 'const form = { bodyBytes: everybody(1_048_576) }',
  },
  {
    name: 'D6: the fields of a form are counted and taken all the same',
    text: "      if (!takesFields(piece)) return 'too-many-fields'\n",
    instead: '      takesFields(piece)\n',
  },
  {
    name: 'D6: of two types in one header only the first counts',
    text: "const isPairs = type.includes('urlencoded')",
    instead: "const isPairs = type.startsWith('application/x-www-form-urlencoded')",
  },
  {
    name: 'D6: rows without end are read and given back',
    text: 'return count > 2 * listLimits[list]',
    instead: 'return count > 2_000 * listLimits[list]',
  },
  {
    name: 'D7: a visitor sends a large recipe',
    text: 'const recipeForm = { bodyBytes: { visitor: 262_144,',
    instead: 'const recipeForm = { bodyBytes: { visitor: 2_097_152,',
  },
  {
    name: 'D7: the body is read where nobody writes',
    text: 'if (!isRead(request) && mostBytes === 0) {',
    instead: 'if (!isRead(request) && upload && mostBytes === 0) {',
  },
  {
    name: 'ASVS 3.4.3: the policy admits every script of the page',
    text: 'kind === wanted && attributes.includes(attribute)',
    instead: "kind === wanted && !attributes.includes(' src=')",
  },
  {
    name: 'A10: passwords wait without end',
    text: 'if (waiting.length >= longest) throw',
    instead: 'if (waiting.length >= 100 * longest) throw',
  },
  {
    name: 'A10: right passwords of a sign-in are not counted',
    text: 'if (!(await countRightPassword(ctx, memberId))) {',
    instead: "if (token === '') {",
  },
  {
    name: 'bodies in flight without end',
    text: "if (!place.take(bytes)) return 'overloaded'",
    instead: 'place.take(bytes)',
  },
  {
    name: 'a body that was read counts for ever',
    text: '    } finally {\n      place.leave()\n',
    instead: '    } finally {\n',
  },
  {
    name: 'ASVS 3.5.1: a write without an origin',
    text: '(origin !== undefined && allowedOrigins.includes(origin))',
    instead: '(origin === undefined || allowedOrigins.includes(origin))',
  },
  {
    name: 'ASVS 3.5.1: an origin that begins like ours',
    text: 'allowedOrigins.includes(origin))',
    instead: 'allowedOrigins.some((one) => origin.startsWith(one)))',
  },
  {
    name: 'ASVS 3.5.1: a real shop under a local address',
    text: 'if (!demo || isLocalOnly(listensOn)) return () => known',
    instead: 'if (isLocalOnly(listensOn)) return () => known',
  },
  {
    name: 'ASVS 3.5.1: a demo bent to a public name',
    text: 'url.host === host.toLowerCase() && !isPublicHost(url.hostname)',
    instead: 'url.host === host.toLowerCase()',
  },
  {
    name: 'S16: a declared body above the limit',
    text: "if (Number(request.headers['content-length'] ?? 0) > maxBytes) return refused('too-large')\n",
    instead: '',
  },
  {
    name: 'S16: an undeclared body above the limit',
    text: "      if (size + bytes > maxBytes) return 'too-large'\n",
    instead: '',
  },
  {
    name: 'an unknown method',
    text: "const knownMethods = ['GET', 'HEAD', 'POST']",
    instead: "const knownMethods = ['GET', 'HEAD', 'POST', 'PUT']",
  },
  { name: 'an address that begins with two slashes', text: "path.startsWith('//') || ", instead: '' },
  { name: 'an address without end', text: 'path.length > longestPath || ', instead: '' },
  {
    name: 'S17: any header names the client',
    text: 'if (trustedHeader === undefined) return socketAddress\n  const value = request.headers[trustedHeader]',
    instead: "const value = request.headers[trustedHeader ?? 'x-forwarded-for']",
  },
  {
    name: 'S17: the client writes its own address before the proxy’s',
    text: "?.split(',').at(-1)?.trim()",
    instead: "?.split(',').at(0)?.trim()",
  },
  {
    name: 'S17: an address that is none',
    text: 'last !== undefined && isIP(last) !== 0',
    instead: 'last !== undefined',
  },
  {
    name: 'S17: every address of an IPv6 network counts alone',
    text: 'return { client: groups(4),',
    instead: 'return { client: groups(8),',
  },
  {
    name: 'S17: one call too many',
    text: 'return count < (count < most * openPart ? most : most - leftToOthers * earlier)',
    instead: 'return count <= (count < most * openPart ? most : most - leftToOthers * earlier)',
  },
  {
    name: 'S17: a client takes as much of a room as its network',
    text: 'const weight = () => heldBy(client) + heldBy(network)',
    instead: 'const weight = () => heldBy(network)',
  },
  {
    name: 'S17: a network takes a whole room',
    text: 'const weight = () => heldBy(client) + heldBy(network)',
    instead: 'const weight = () => heldBy(client)',
  },
  {
    name: 'S17: a room has no end',
    text: 'together + weight() + amount <= most',
    instead: 'weight() + amount <= most',
  },
  {
    name: 'S17: what is given back twice makes room',
    text: '        own += amount\n',
    instead: '        if (amount > 0) own += amount\n',
  },
  {
    name: 'S17: renders in the order in which they were asked for',
    text: 'each.render.weight() < first.render.weight() ? each : first',
    instead: 'first',
  },
  {
    name: 'S17: nobody knows who has renders in flight',
    text: '    inFlight += 1\n    render.take(1)\n',
    instead: '    inFlight += 1\n',
  },
  {
    name: 'S17: a place in the queue is never given back',
    text: '          place.leave()\n          admission.resolve(mayBegin)\n',
    instead: '          admission.resolve(mayBegin)\n',
  },
  {
    name: 'S17: a flood of pages drops the copies of others',
    text: 'if (sums.get(network) === largest) return drop(url)',
    instead: 'if (sums.get(network) !== undefined && largest > 0) return drop(url)',
  },
  {
    name: 'S17: who waits for another’s render is refused with it',
    text: 'if (outcome.ok || first === clientAt(asker.address).client || !asker.isWanted()) return outcome',
    instead: 'if (outcome.ok || inFlight.waiting.length > 0) return outcome',
  },
  {
    name: 'S17: a refused render is tried again for who has left',
    text: 'first === clientAt(asker.address).client || !asker.isWanted()) return',
    instead: 'first === clientAt(asker.address).client) return',
  },
  {
    name: 'S17: a refused render is tried again for the same client',
    text: 'first === clientAt(asker.address).client || !asker.isWanted()) return',
    instead: '!asker.isWanted()) return',
  },
  {
    name: 'S17: a network takes all memory for uploads',
    text: "if (!place.take(bytes)) return refused('overloaded')",
    instead: 'place.take(bytes)',
  },
  {
    name: 'S17: a network opens all streams',
    text: 'if (isClosed || !room.place(address).fits(1)) return 503',
    instead: 'if (isClosed || open.size >= limits.together) return 503',
  },
  {
    name: 'S17: a stream that was left keeps its place',
    text: '      place.leave()\n      count(client, -1)\n',
    instead: '      count(client, -1)\n',
  },
  {
    name: 'S17: before the shop is open all who come are one client',
    text: 'waiting.place(clientAddressOf(request, trustedProxyHeader))',
    instead: 'waiting.place(clientAddressOf(request, undefined))',
  },
  {
    name: 'S17: a limit never ends',
    text: 'now: number): number =>\n  Math.floor(now / spanMs) * spanMs',
    instead: 'now: number): number =>\n  Math.floor(now / spanMs / 1_000) * spanMs',
  },
  {
    name: 'S17: addresses are kept for ever',
    text: "await db.deleteFrom('rateLimit').where('spanEnd', '<', now()).execute()",
    instead: "await db.deleteFrom('rateLimit').where('spanEnd', '<', 0).execute()",
  },
  {
    name: 'a page with a cookie is kept',
    text: "status === 200 && headers['set-cookie'] === undefined &&",
    instead: 'status === 200 &&',
  },
  { name: 'a page of no-store is kept', text: " && headers['cache-control'] !== 'no-store'", instead: '' },
  {
    name: 'an error page is kept',
    text: "status === 200 && headers['set-cookie']",
    instead: "status >= 200 && headers['set-cookie']",
  },
  {
    name: 'pages older than ten seconds are served',
    text: 'const servableMs = 10_000',
    instead: 'const servableMs = 100_000',
  },
  {
    name: 'the page cache grows without end',
    text: 'while (bytes > maxBytes) drop',
    instead: 'while (bytes > maxBytes * 10) drop',
  },
  {
    name: 'S11: a test key opens a public shop',
    text: "!key.includes('_live_') && isPublic(env)",
    instead: "!key.includes('_live_') && env.DEMO",
  },
  {
    name: 'S11: a publishable key opens a shop',
    text: "if (key?.startsWith('pk_'))",
    instead: "if (key?.startsWith('xx_'))",
  },
  {
    name: 'S11: a live key meets the simulator',
    text: "if (simulatorPort !== null && secretKey.includes('_live_'))",
    instead: "if (simulatorPort !== null && secretKey.includes('sk_live_'))",
  },
  {
    name: 'S11: a pay page in a real shop',
    text: 'answerPayPage: async () => false,',
    instead: 'answerPayPage: async () => true,',
  },
  {
    name: 'D3: a job that does not end holds the shop',
    text: 'const closeLimitMs = 5_000',
    instead: 'const closeLimitMs = 50_000',
  },
  {
    name: 'A10: right tries make room for wrong ones',
    text: "      .where('spanStart', '=', spanStart(each, now))\n      .where('count', '>', 0)\n",
    instead: "      .where('spanStart', '=', spanStart(each, now))\n",
  },
  {
    name: 'A10: a right try forgives those of others',
    text: "      .set((eb) => ({ count: eb('count', '-', 1) }))\n      .where('subject', '=', each.subject)\n",
    instead: "      .set((eb) => ({ count: eb('count', '-', 1) }))\n",
  },
]
