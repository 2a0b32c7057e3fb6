/** Faults in accounts, sessions, links of mails, limits and rights of members. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'A13: a link of a mail works again and again',
    text: "  const row = await trx\n    .deleteFrom('memberLink')\n    .where('tokenHash', '=', textHash(token))\n    .where('purpose', '=', purpose)\n    .where('expiresAt', '>', now)\n    .returning(",
    instead:
      "  const row = await trx\n    .selectFrom('memberLink')\n    .where('tokenHash', '=', textHash(token))\n    .where('purpose', '=', purpose)\n    .where('expiresAt', '>', now)\n    .select(",
  },
  {
    name: 'A13: a link serves another purpose',
    text: "    .where('purpose', '=', purpose)\n    .where('expiresAt', '>', now)\n    .select(['memberId', 'email', 'createdAt'])",
    instead: "    .where('expiresAt', '>', now)\n    .select(['memberId', 'email', 'createdAt'])",
  },
  {
    name: 'A13: the table holds the tokens of links',
    text: "(text: string): string => createHash('sha256').update(text).digest('base64url')",
    instead: '(text: string): string => text',
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
    text: "const all = db.deleteFrom('memberSession').where('memberId', '=', member)",
    instead: "const all = db.deleteFrom('memberSession')",
  },
  {
    name: 'A13: a sign-in that a new password overtakes stays signed in',
    text: 'if (!begun.ok || !(await hasChanged())) return begun',
    instead: 'if (begun.ok || !begun.ok) return begun',
  },
  {
    name: 'A10: refused tries fill the table of counts',
    text: '(await mayTry(ctx.db, now, counted)) && inTransaction(ctx, (trx) => countEach(trx, now, counted))',
    instead: 'inTransaction(ctx, (trx) => countEach(trx, now, counted))',
  },
  {
    name: 'A10: whoever fails at her address shuts out a device of the member',
    text: 'if (device !== undefined) return [countedFor(',
    instead: "if (device?.id === '') return [countedFor(",
  },
  {
    name: 'A10: the device of another member has tries of its own at an account',
    text: 'browser.known?.memberId === member ? browser.known : undefined',
    instead: 'browser.known',
  },
  {
    name: 'A10: right passwords use up the tries',
    text: '  await uncountTry(ctx.db, now, tries)\n  const { memberId,',
    instead: '  const { memberId,',
  },
  {
    name: 'A10: the mark of a known device is not signed',
    text: 'const isGood = timingSafeEqual(',
    instead: 'const isGood = true || timingSafeEqual(',
  },
  {
    name: 'A11: a limit of unknown addresses is told for them alone',
    text: 'countTry(ctx, now, [unknown]) : mayTry(db, now, [unknown])',
    instead: 'countTry(ctx, now, [unknown]) : true',
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
    text: '    await ctx.memberSteps.gone(trx, actor.id, ctx)\n',
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
    name: 'R18: a save of a recipe overwrites that of another device',
    text: "  if (stored.updatedAt !== basedOn)\n    return refused({ reason: 'changed_meanwhile', updatedAt: stored.updatedAt })\n  const missing",
    instead: '  const missing',
  },
  {
    name: 'R19: other content under a published id takes the place of the recipe',
    text: 'if (stored !== undefined) return rewrite(trx, by, { stored, content, basedOn, pdfName })',
    instead:
      'if (stored !== undefined) return rewrite(trx, by, { stored, content, basedOn: stored.updatedAt })',
  },
  {
    name: 'R16: open pages are not told of a list that has changed',
    text: '  trx.onCommit(() => notices.publish(commentTopic(recipe), version))\n',
    instead: '',
  },
  {
    name: 'R43: a Hangul filler is a title',
    text: '\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800\\u{1d159}]/u.test(text)',
    instead: '\\p{Cf}\\u2800\\u{1d159}]/u.test(text)',
  },
  {
    name: 'A28: a lost request is an error of the whole page',
    text: 'return data<LostRequest>(',
    instead: 'if (error) throw error\n    return data<LostRequest>(',
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
    name: 'A16: a member who is completed by two requests at once is welcomed twice',
    text: 'return numInsertedOrUpdatedRows === 0n ? undefined : member',
    instead: 'return member',
  },
  {
    name: 'A18: a member bears the Latin name of the shop',
    text: '=> [name, nameInLatin, seller.legalName]',
    instead: '=> [name, nameInLatin.slice(0, 0), seller.legalName]',
  },
  {
    name: 'A16: the named call sends for another address',
    text: 'if (member?.email === email.trim().toLowerCase()) await',
    instead: 'await',
  },
  {
    name: 'A10: runs along the keyboard are passwords',
    text: '|| isRuns(text) || isRuns(singly)',
    instead: '',
  },
  {
    name: 'A10: a common password in full-width letters is one',
    text: 'const plain = nfkc(password).toLowerCase()',
    instead: 'const plain = password.toLowerCase()',
  },
  {
    name: 'A10: a common password twice is one',
    text: '[plain, repeatedPiece(plain)].some(',
    instead: '[plain].some(',
  },
  {
    name: 'A25: mails to one mailbox are counted by the way it is written',
    text: 'recipients.map(mailboxOf)',
    instead: 'recipients',
  },
  {
    name: 'A25: a mailbox gets five mails every hour of a day',
    text: '    { subject: `mail-to-day:${mailbox}`, ...perDay },\n',
    instead: '',
  },
  {
    name: 'A25: a mailbox gets ten mails in one hour',
    text: '    { subject: `mail-to:${mailbox}`, ...perHour },\n',
    instead: '',
  },
  {
    name: 'A25: mails of one client are not counted',
    text: '[...counted, client, network, together]',
    instead: '[...counted, network, together]',
  },
  {
    name: 'A25: mails of a network are not counted',
    text: '[...counted, client, network, together]',
    instead: '[...counted, client, together]',
  },
  {
    name: 'A25: mails of the whole shop are not counted',
    text: '[...counted, client, network, together]',
    instead: '[...counted, client, network]',
  },
  {
    name: 'A25: what is refused is counted',
    text: '(await mayTry(trx, now, counted)) && countEach(trx, now, counted)',
    instead: 'countEach(trx, now, counted)',
  },
  {
    name: 'A25: a notice to a proven address is left out',
    text: 'if (emailVerified || (await mayAskForMail(',
    instead: 'if ((await mayAskForMail(',
  },
  {
    name: 'A25: notices go to a stranger without end',
    text: 'if (emailVerified || (await mayAskForMail(ctx, trx, { address, recipients: [mail.recipient] })))',
    instead: 'if (emailVerified || address !== null)',
  },
  {
    name: 'A25: a change of address mails a stranger without end',
    text: "    if (!(await mayAskForMail(ctx, trx, { address: actor.address, recipients: [newEmail, member.email] })))\n      return refused('too_many_requests')\n",
    instead: '',
  },
  {
    name: 'A25: verifications go to a stranger without end',
    text: "    if (!(await mayAskForMail(ctx, trx, { address: actor.address, recipients: [email] })))\n      return refused('too_many_requests' as const)\n",
    instead: '',
  },
  {
    name: 'A25: registrations mail a stranger without end',
    text: "  if (!(await mayBeWelcomed(ctx, actor, newMember))) return refused('too_many_requests')\n",
    instead: '',
  },
  {
    name: 'A25: registering again uses up the mails of a member',
    text: '  (await isEmailTaken(ctx.db, { email, now: ctx.now() })) ||\n  inTransaction(',
    instead: '  inTransaction(',
  },
  {
    name: 'A25: an account at another spelling of her mailbox uses up the resets of a member',
    text: 'const isOwn = emailVerified || mailbox === email',
    instead: "const isOwn = email === ''",
  },
  {
    name: 'A25: resets of the whole shop have no limit',
    text: "      if (!(await countTryWithin(trx, ctx.now(), ofShop))) return refused('too_many_requests')\n      const token = await createLink(ctx, trx, { memberId: id, purpose: 'reset', email })\n",
    instead: "      const token = await createLink(ctx, trx, { memberId: id, purpose: 'reset', email })\n",
  },
  {
    name: 'A26: a cookie of the former name counts no longer',
    text: ' ?? formerValueIn(header, cookie, siteOrigin)\n}',
    instead: '\n}',
  },
  {
    name: 'A26: the former name goes before the present one',
    text: 'return valueIn(header, cookieName(cookie, siteOrigin)) ?? formerValueIn(header, cookie, siteOrigin)',
    instead:
      'return formerValueIn(header, cookie, siteOrigin) ?? valueIn(header, cookieName(cookie, siteOrigin))',
  },
  {
    name: 'A26: a forged cookie gets the present name',
    text: 'return isSettled || !isGood() ? ended',
    instead: 'return isSettled ? ended',
  },
  {
    name: 'A26: a sign-out signs in again under the present name',
    text: ' || answered.some((each) => each.startsWith(`${name}=`))',
    instead: '',
  },
  {
    name: 'A26: a cookie of another host of the domain counts on https',
    text: 'isHttps(siteOrigin) ? `__Host-${plainName}` : plainName',
    instead: 'isHttps(siteOrigin) ? `__Secure-${plainName}` : plainName',
  },
  {
    name: 'A26: the cookie of the former name is never replaced',
    text: "for (const cookie of renamed) response.headers.append('set-cookie', cookie)",
    instead: '',
    browser: 'tests/e2e/members-privacy.spec.ts',
  },
]
