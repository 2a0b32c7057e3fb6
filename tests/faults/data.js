/** Faults in what data are opened, written to, hidden and sold at. @type {import('./places.js').Fault[]} */
export const faults = [
  {
    name: 'an action of the owner takes more words than it knows',
    text: ' && words.length <= action.words[1]',
    instead: '',
  },
  {
    name: 'an action of the owner does without words that it needs',
    text: 'words.length >= action.words[0] && ',
    instead: '',
  },
  {
    name: 'a switch of the owner is taken for an action',
    text: 'args.findIndex((arg) => !switches.includes(arg))',
    instead: '0',
  },
  {
    name: 'what every object has is taken for an action of the owner',
    text: 'Object.hasOwn(actions, name) ? actions[name] : undefined',
    instead: 'actions[name]',
  },
  {
    name: 'a later feature takes the actions of an earlier one away',
    text: 'actions: Object.assign({}, ...parts.map(({ actions }) => actions)),',
    instead: '',
  },
  {
    name: 'the stock that nobody counted stays',
    text: "await db.schema.alterTable('product').dropColumn('stock').execute()",
    instead: 'await Promise.resolve(db)',
  },
  {
    name: 'a migration compares names otherwise than on its day',
    text: 'compared: searchText(name) })\n          .where',
    instead: 'compared: name })\n          .where',
  },
  {
    name: 'D9: another name of the last migration is not noticed',
    text: ' === expected.migrations && found.last === expected.last\n',
    instead: ' === expected.migrations\n',
  },
  {
    name: 'D9: another number of migrations is not noticed',
    text: '  Number(found.migrations) === expected.migrations && found.last',
    instead: '  found.last',
  },
  {
    name: 'D9: PostgreSQL takes another number of migrations',
    text: '(count(*) = ${expected.migrations} and max(name)',
    instead: '(max(name)',
  },
  {
    name: 'D9: PostgreSQL takes another last migration',
    text: " and max(name) = '${expected.last}'\n",
    instead: '\n',
  },
  {
    name: 'D9: a transaction of PostgreSQL does not wait for a migration',
    text: '    `select pg_advisory_xact_lock_shared(${migrationLockId})`,\n',
    instead: '',
  },
  {
    name: 'D9: a transaction of SQLite is not checked',
    text: '      checkWrite()\n    } catch',
    instead: '    } catch',
  },
  {
    name: 'D9: a refused transaction keeps the write lock',
    text: "      if (writer.inTransaction) writer.exec('rollback')\n",
    instead: '',
  },
  {
    name: 'D9: a single write of SQLite is not checked',
    text: '      checkWrite()\n      return execute(writer, query)',
    instead: '      return execute(writer, query)',
  },
  {
    name: 'D9: a replaced file is written to',
    text: 'one !== undefined && one.ino === other?.ino && one.dev === other.dev',
    instead: 'one !== undefined',
  },
  {
    name: 'D9: SQLite of another schema is ready until the next look',
    text: "sqlite_schema', [])\n      file.checkWrite()\n",
    instead: "sqlite_schema', [])\n",
  },
  {
    name: 'D9: PostgreSQL of another schema is ready',
    text: '    await checkWrites()\n  }\n  return {',
    instead: '  }\n  return {',
  },
  {
    name: 'D9: writes stay refused for ever',
    text: '      last = refusal\n',
    instead: '      last ??= refusal\n',
  },
  {
    name: 'D9: a refusal is logged at each write',
    text: 'if (refusal && refusal.reason !== last?.reason) tell',
    instead: 'if (refusal) tell',
  },
  {
    name: 'D9: a write reaches a page while writes are refused',
    text: '    if (!isRead(request) && !parts.takesWrites()) return sendNoWrites(exchange)\n',
    instead: '',
  },
  {
    name: 'D9: reads are refused with the writes',
    text: 'if (!isRead(request) && !parts.takesWrites())',
    instead: 'if (!parts.takesWrites())',
  },
  {
    name: 'D9: jobs go on in a schema that they do not know',
    text: 'if (!database.refusesWrites) await job.run(signal)',
    instead: 'await job.run(signal)',
  },
  {
    name: 'D9: orders are noted from another schema',
    text: '  await database.checkWrites()\n  const before',
    instead: '  const before',
  },
  {
    name: 'D73: the orders of a demo are missed',
    text: 'paidOrders: isDemo ? 0 : await paidOrdersIn(db)',
    instead: 'paidOrders: await paidOrdersIn(db)',
  },
  {
    name: 'D73: a command makes a shop where none was opened',
    text: '  if (recorded === undefined) return notOpenedYet\n  const database',
    instead: '  const database',
  },
  {
    name: 'D30: a shop that has moved says for ever that it moves',
    text: "move.state === 'left' ? movedText",
    instead: "move.state === 'arriving' ? movedText",
  },
  {
    name: 'D9: unpaid orders are counted',
    text: "    .where('paidAt', 'is not', null)\n    .select(sql<number>`count(*)`.as('orders'))",
    instead: "    .select(sql<number>`count(*)`.as('orders'))",
  },
  {
    name: 'D9: an older copy of the database is opened',
    text: 'if (shop.paidOrders < marker.paidOrders)',
    instead: 'if (shop.paidOrders < 0)',
  },
  {
    name: 'D9: an older copy by one order is opened',
    text: 'if (shop.paidOrders < marker.paidOrders)',
    instead: 'if (shop.paidOrders < marker.paidOrders - 1)',
  },
  {
    name: 'D9: the database of another shop is opened',
    text: 'if (shop.id !== marker.id)',
    instead: 'if (shop.id !== undefined && shop.id !== marker.id)',
  },
  {
    name: 'D9: a shop that was given up is refused for ever',
    text: '  if (marker.id === null) return null\n',
    instead: '',
  },
  {
    name: 'D9: an empty file is a shop',
    text: 'existsSync(file) && statSync(file).size > 0',
    instead: 'existsSync(file)',
  },
  {
    name: 'D9: a new PostgreSQL beside orders is opened',
    text: 'return shop === undefined && ordersBeside > 0',
    instead: 'return false',
  },
  {
    name: 'D9: a move without orders is refused',
    text: "marker.engine === 'sqlite' && marker.paidOrders === 0) return null",
    instead: "marker.engine === 'sqlite' && marker.paidOrders < 0) return null",
  },
  {
    name: 'D9: a move with orders is opened',
    text: "marker.engine === 'sqlite' && marker.paidOrders === 0) return null",
    instead: "marker.engine === 'sqlite') return null",
  },
  {
    name: 'D10: any folder of pictures is the right one',
    text: '  if (known !== undefined && known === own) return null\n',
    instead: '  if (known !== undefined) return null\n',
  },
  {
    name: 'D10: of two first folders none is told',
    text: "  return (await settledId(db, 'pictures_id', id)) === id\n",
    instead: "  await settledId(db, 'pictures_id', id)\n  return true\n",
  },
  {
    name: 'D10: a full folder is told to be empty',
    text: "isEmpty: async () => (await readdir(join(imagesDir, 'uploads')).catch(() => [])).length === 0,",
    instead: 'isEmpty: async () => true,',
  },
  {
    name: 'A7: hidden comments are listed',
    text: "          .where('recipeId', '=', recipe)\n          .where(isShown)\n",
    instead: "          .where('recipeId', '=', recipe)\n",
  },
  {
    name: 'A7: hidden comments are counted',
    text: "        .where('recipeId', '=', recipe)\n        .where(isShown)\n        .select(sql",
    instead: "        .where('recipeId', '=', recipe)\n        .select(sql",
  },
  {
    name: 'A7: others read hidden comments',
    text: "    .where('authorId', '=', author.id)\n    .where('hidden', '=', 1)",
    instead: "    .where('hidden', '=', 1)",
  },
  {
    name: 'A7: all of an author’s comments are said to be hidden',
    text: "    .where('authorId', '=', author.id)\n    .where('hidden', '=', 1)",
    instead: "    .where('authorId', '=', author.id)",
  },
  {
    name: 'A7: hidden comments of other recipes stand below this one',
    text: "    .where('recipeId', '=', recipe)\n    .where('authorId', '=', author.id)",
    instead: "    .where('authorId', '=', author.id)",
  },
  {
    name: 'A7: nobody hears that a recipe was hidden',
    text: "        if (version === 'gone') ctx.notices.missed(commentTopic(recipe))\n        else ctx",
    instead: "        if (version !== 'gone') ctx",
  },
  {
    name: 'R16: the job tells what is known again and again',
    text: '        if (version === before.get(recipe)) continue\n',
    instead: '',
  },
  {
    name: 'A27: a stopped member comments',
    text: "  if (!actor.canComment) return refused('muted')\n",
    instead: '',
  },
  {
    name: 'A27: nobody’s comments can be stopped',
    text: 'canComment: row.canComment !== 0,\n    awaitsVerification',
    instead: 'canComment: true,\n    awaitsVerification',
  },
  {
    name: 'P35: a price below half is sold at',
    text: 'next * 2 < former || ',
    instead: '',
  },
  { name: 'P35: a price above double is sold at', text: ' || next > former * 2', instead: '' },
  { name: 'P35: a price below 50 yen is sold at', text: ' || next < lowest)', instead: ')' },
  { name: 'P35: an unchanged price is doubted', text: 'next !== former && (', instead: '(' },
  {
    name: 'P35: an empty cell hides a slip',
    text: 'stored?.price ?? noted?.formerPrice ?? null',
    instead: 'stored?.price ?? null',
  },
  {
    name: 'P35: the owner is told of a price at each import',
    text: 'price === null || before.get(number)?.price === price',
    instead: 'price === null',
  },
  {
    name: 'P35: the owner is told of another price never',
    text: 'price === null || before.get(number)?.price === price',
    instead: 'price === null || before.has(number)',
  },
  {
    name: 'P35: an accepted price is held on',
    text: "    await trx.deleteFrom('heldPrice').where('number', '=', number).execute()\n",
    instead: '',
  },
  {
    name: 'P35: a lost price is accepted',
    text: 'if (held === undefined || held.price === null || ',
    instead: 'if (held === undefined || ',
  },
  {
    name: 'P35: prices are accepted without a feed',
    text: " || (feed === null && held.source === 'feed')",
    instead: '',
  },
  {
    name: 'P35: the mail of a held price waits',
    text: '  if (isNew) trx.onCommit(wakeMail)\n',
    instead: '',
  },
]
