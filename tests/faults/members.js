/** Faults in accounts, sessions, links of mails, limits and rights of members. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'A13: a link of a mail works again and again',
    text: "  const row = await trx\n    .deleteFrom('memberLink')\n    .where('tokenHash', '=', hashOf(token))\n    .where('purpose', '=', purpose)\n    .where('expiresAt', '>', now)\n    .returning(",
    instead:
      "  const row = await trx\n    .selectFrom('memberLink')\n    .where('tokenHash', '=', hashOf(token))\n    .where('purpose', '=', purpose)\n    .where('expiresAt', '>', now)\n    .select(",
  },
  {
    name: 'A13: a link serves another purpose',
    text: "    .where('purpose', '=', purpose)\n    .where('expiresAt', '>', now)\n    .select(['memberId', 'email', 'createdAt'])",
    instead: "    .where('expiresAt', '>', now)\n    .select(['memberId', 'email', 'createdAt'])",
  },
  {
    name: 'A13: the table holds the tokens of links',
    text: "createHash('sha256').update(token).digest('base64url')",
    instead: 'token',
  },
  {
    name: 'A13: a link of a reset is good for a day',
    text: '  reset: hour,',
    instead: '  reset: 24 * hour,',
  },
  {
    name: 'A12: the first of two requested changes can be confirmed',
    text: "  if (link.purpose === 'change')\n    await trx",
    instead: "  if (link.purpose === 'revert')\n    await trx",
  },
  {
    name: 'A12: who took an account over registers with its former address',
    text: 'return holder !== undefined || isEmailReserved(db, asked)',
    instead: 'return holder !== undefined',
  },
  {
    name: 'A13: a new password leaves reset links and pending changes',
    text: "  await endLinks(trx, memberId, ['reset', 'change'])\n",
    instead: '',
  },
  {
    name: 'A13: a new password leaves the sessions',
    text: "    .execute()\n  await endSessions(trx, memberId, 'all')\n",
    instead: '    .execute()\n',
  },
  {
    name: 'A2: a link verifies an address that the account has got since',
    text: "    .where('id', '=', memberId)\n    .where('email', '=', email)\n    .executeTakeFirst()\n  return numUpdatedRows",
    instead: "    .where('id', '=', memberId)\n    .executeTakeFirst()\n  return numUpdatedRows",
  },
  {
    name: 'A2: a stranger proves an address for an account that she is not in',
    text: "purpose !== 'revert' && !(actor.kind",
    instead: "purpose === 'change' && !(actor.kind",
  },
  {
    name: 'A2: an address that is not verified makes an admin',
    text: '(row.emailVerified === 1 && adminEmails.includes(row.email))',
    instead: 'adminEmails.includes(row.email)',
  },
  {
    name: 'A2: an admin is made of an address that nobody proved',
    text: "'role' in change && change.role === 'admin' && member.emailVerified === 0",
    instead: 'false',
  },
  {
    name: 'A8: a member whose right was taken posts',
    text: 'canUpload: row.canUpload !== 0 && (',
    instead: 'canUpload: (',
  },
  {
    name: 'S23: orders of an address that is not verified',
    text: "    .where('emailVerified', '=', 1)\n",
    instead: '',
  },
  {
    name: 'ASVS 7.3.2: a session never ends',
    text: "    .where('memberSession.expiresAt', '>', isoTime(now))\n",
    instead: '',
  },
  {
    name: 'ASVS 7.3.1: a session that is not used never ends',
    text: "    .where('memberSession.updatedAt', '>', isoTime(now - idleMs))",
    instead: '',
  },
  {
    name: 'A14: a member ends the session of another',
    text: "let sessions = db.deleteFrom('memberSession').where('memberId', '=', member)",
    instead: "let sessions = db.deleteFrom('memberSession')",
  },
  {
    name: 'A13: a sign-in that a new password overtakes stays signed in',
    text: 'if (!begun.ok || !(await isOvertaken())) return begun',
    instead: 'if (begun.ok || !begun.ok) return begun',
  },
  {
    name: 'A10: refused tries fill the table of counts',
    text: '  for (const { limits, subject } of counted) if (!(await mayAttempt(db, now, limits, subject))) return false\n',
    instead: '',
  },
  {
    name: 'A10: whoever fails at her address shuts out a device of the member',
    text: 'if (device !== undefined) return [{ limits: perAccount',
    instead: "if (device?.id === '') return [{ limits: perAccount",
  },
  {
    name: 'A10: the device of another member has tries of its own at an account',
    text: 'browser.known?.memberId === member ? browser.known : undefined',
    instead: 'browser.known',
  },
  {
    name: 'A10: right passwords use up the tries',
    text: '  await forgive(ctx.db, now, guesses)\n',
    instead: '',
  },
  {
    name: 'A10: the mark of a known device is not signed',
    text: 'const isGood = timingSafeEqual(',
    instead: 'const isGood = true || timingSafeEqual(',
  },
  {
    name: 'A11: a limit of unknown addresses is told for them alone',
    text: '(await (member === undefined ? countAttempt : mayAttempt)(',
    instead: 'member !== undefined ||\n    (await countAttempt(',
  },
  {
    name: 'A19: of two devices that change the account the one with the former password counts',
    text: 'return (await passwordHashOf(trx, id)) === proof.hash ? member : undefined',
    instead: 'return proof.hash === undefined ? undefined : member',
  },
  {
    name: 'A3: the gate’s cookie lasts for ever',
    text: ' || Number(end) <= now) return requester',
    instead: ') return requester',
  },
  {
    name: 'A3: the gate’s cookie counts on every page',
    text: 'if (gatePasswordHash === undefined || !gatedPaths.includes(path)) return requester',
    instead: 'if (gatePasswordHash === undefined) return requester',
  },
  {
    name: 'A15: a sign-in leads to another site',
    text: 'next.length > longestNext || !/^\\/(?![/\\\\])/.test(next)',
    instead: 'next.length > longestNext',
  },
  {
    name: 'A17: features keep what they have of a deleted member',
    text: '    await ctx.memberSteps.gone(trx, actor.id)\n',
    instead: '',
  },
  {
    name: 'A24: an admin of the demo is one in the real shop',
    text: "    await trx.updateTable('memberProfile').set({ role: 'member' }).where('role', '=', 'admin').execute()\n",
    instead: '',
  },
  {
    name: 'A24: logins of the demo that moved to another address stay',
    text: "eb.or([eb('source', '=', 'demo'), eb(",
    instead: 'eb.or([eb(',
  },
  {
    name: 'R18: a save of a work overwrites that of another device',
    text: "    if (stored.updatedAt !== basedOn)\n      return refused({ reason: 'changed_meanwhile', updatedAt: stored.updatedAt })\n    const missing",
    instead: '    const missing',
  },
  {
    name: 'R18: a save of a profile overwrites that of another device',
    text: "    if (stored.updatedAt !== basedOn)\n      return refused({ reason: 'changed_meanwhile', updatedAt: stored.updatedAt })\n    const by =",
    instead: '    const by =',
  },
  {
    name: 'R18: a save of what is curated overwrites that of another device',
    text: 'if (stored !== undefined && stored.updatedAt !== basedOn)',
    instead: 'if (stored !== undefined && basedOn < 0)',
  },
  {
    name: 'R18: what another device has changed is removed',
    text: "    if (stored.updatedAt !== basedOn)\n      return refused({ reason: 'changed_meanwhile', updatedAt: stored.updatedAt, name: stored.name })\n    await removeRow",
    instead: '    await removeRow',
  },
  {
    name: 'R9: a link leads to a host of another network',
    text: "if (url === null || !fits(url.hostname) || url.pathname === '/') return null",
    instead: "if (url === null || url.pathname === '/') return null",
  },
  {
    name: 'A16: a name of links in a mail',
    text: "    .replaceAll(/[:/.@]/g, ' ')\n",
    instead: '',
  },
  {
    name: 'A16: the named call sends for another address',
    text: 'if (member?.email === email.trim().toLowerCase()) await',
    instead: 'await',
  },
]
