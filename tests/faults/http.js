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
    text: "['/wishlist', '/compare', '/contact', '/login', '/cancel']",
    instead: "['/wishlist', '/compare', '/contact', '/login', '/cancel', '/terms']",
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
    text: "if (inFlight + more > maxInFlight) return 'overloaded'",
    instead: '',
  },
  { name: 'a body that was read counts for ever', text: '      inFlight -= counted\n', instead: '' },
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
    text: "      if (size + bytes > maxBytes) return 'too-large'\n      const more",
    instead: '      const more',
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
    text: '(count, most) => count <= most',
    instead: '(count, most) => count <= most + 1',
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
    text: 'if (bytes <= maxBytes) break',
    instead: 'if (bytes <= maxBytes * 10) break',
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
