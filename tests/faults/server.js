/** Faults in jobs, limits, database, pages and settings. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'D3: a job that hangs is begun without end',
    text: 'if (closing || (lost.get(job.name) ?? 0) >= mostLost) return',
    instead: 'if (closing) return',
  },
  {
    name: 'D4: a job that was given up three times never runs again',
    text: 'Promise.race([run, forgotten()])',
    instead: 'Promise.race([run])',
  },
  { name: 'D3: a closing shop begins a job', text: 'if (closing || (lost', instead: 'if ((lost' },
  { name: 'D1: a job runs only once', text: '        plan(job, job.everyMs)\n', instead: '' },
  {
    name: 'D3: a hanging job is not told to stop',
    text: 'stop.abort(new RunGivenUp(',
    instead: 'void (new RunGivenUp(',
  },
  {
    name: 'S17: all together have no limit',
    text: "most: limits.together }, '*')",
    instead: "most: Number.POSITIVE_INFINITY }, '*')",
  },
  {
    name: 'S17: callers are kept without end',
    text: 'if (counts.size > mostKept) forgetOldest(',
    instead: 'if (false) forgetOldest(',
  },
  {
    name: 'S17: a span never ends in memory',
    text: 'if (known?.start === start) return known.counts',
    instead: 'if (known) return known.counts',
  },
  {
    name: 'M9: transactions that collide fail',
    text: 'if (!isContention(error) || attempt === mostAttempts) throw error',
    instead: 'throw error',
  },
  { name: 'M9: a lock is released twice', text: '      if (!mine) return\n', instead: '' },
  { name: 'D3: a writer who gave up takes the lock', text: '          waiting.delete(entry)\n', instead: '' },
  {
    name: 'M9: a transaction begins without the lock',
    text: "writer.exec('begin immediate')",
    instead: "writer.exec('begin')",
  },
  {
    name: 'M9: a commit that does not reach the disk',
    text: 'pragma synchronous = full;',
    instead: 'pragma synchronous = off;',
  },
  {
    name: 'a database that others can read',
    text: 'const ownersAlone = 0o600',
    instead: 'const ownersAlone = 0o644',
  },
  {
    name: 'a statement begins a transaction of its own',
    text: 'if (!writer.inTransaction) return result',
    instead: 'if (true) return result',
  },
  {
    name: 'undefined is written as null',
    text: "if (value === null || typeof value === 'string'",
    instead: "if (value === undefined) return null\n  if (value === null || typeof value === 'string'",
  },
  {
    name: 'whole numbers are bound as fractions',
    text: 'return Number.isSafeInteger(value) ? BigInt(value) : value',
    instead: 'return value',
  },
  {
    name: 'a page is rendered for each who waits',
    text: 'if (inFlight === undefined) return begin(url, asker)',
    instead: "if (inFlight === undefined || url !== '') return begin(url, asker)",
  },
  {
    name: 'one page, one ETag for every encoding',
    text: `}-\${encoding}"\``,
    instead: '}"`',
  },
  {
    name: 'who left stops the render of others',
    text: 'waiting.some((each) => each.isWanted())',
    instead: 'asker.isWanted()',
  },
  {
    name: 'a shop that takes money over http',
    text: "if (site.protocol !== 'https:' && !isLocal(site.hostname))\n      problems",
    instead: 'if (false)\n      problems',
  },
  {
    name: 'several processes sign apart',
    text: "if (env.DATABASE_URL !== undefined)\n    need(\n      'AUTH_SECRET'",
    instead: "if (false)\n    need(\n      'AUTH_SECRET'",
  },
  { name: 'P3: prices over http', text: "!env.PRODUCT_FEED_URL.startsWith('https:')", instead: 'false' },
  {
    name: 'P13: a settings file that is named and missing',
    text: 'return isNamed ? no(',
    instead: 'return isNamed && false ? no(',
  },
  {
    name: 'onCommit: what follows a commit is done before it',
    text: 'const onCommit = (effect: Effect) => void effects.push(effect)',
    instead: 'const onCommit = (effect: Effect) => void doEffect(effect, log)',
  },
  {
    name: 'onCommit: an attempt that collided has effects',
    text: '  for (let attempt = 1; ; attempt += 1) {\n    const effects: Effect[] = []\n',
    instead: '  const effects: Effect[] = []\n  for (let attempt = 1; ; attempt += 1) {\n',
  },
  {
    name: 'onCommit: an effect fails what is committed',
    text: 'void doEffect(effect, log)\n      return done',
    instead: 'await effect()\n      return done',
  },
  {
    name: 'onCommit: pages are not told when the demo ends',
    text: '      await ctx.memberSteps.gone(trx, id, ctx)\n',
    instead: '',
  },
  {
    name: 'A10: tries that come at once count where they are refused',
    text: '  if (!isAdmitted) await uncountTry(trx, now, counted)\n',
    instead: '',
  },
  {
    name: 'whole files: everybody on the machine may read what is the shop’s alone',
    text: 'await writeWhole(join(folder, name), text, 0o600)',
    instead: 'await writeWhole(join(folder, name), text)',
  },
  {
    name: 'whole files: one that could not take its place stays in the folder',
    text: '    await syncFolder(dirname(target))\n  } finally {\n    await rm(unfinished, { force: true })\n',
    instead: '    await syncFolder(dirname(target))\n  } finally {\n',
  },
]
