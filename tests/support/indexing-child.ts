import { flushCompileCache } from 'node:module'
import { parseArgs } from 'node:util'
import { indexNextRecipes, indexRecipesOf } from '../../app/features/recipes/indexing.commands.server.ts'
import { memberId } from '../../app/kernel/actor.ts'
import { openDatabase } from '../../app/server/database/open-database.ts'
import { inTransaction } from '../../app/server/database/transaction.ts'
import { silentLog } from '../../app/server/log.ts'
import { databaseWithCheckpoints } from './checkpoints.ts'

/**
 * The member `hanako` gets the name 布川みのり, and her recipes are indexed. The process kills itself, like a power cut, at
 * `--crashAt`: a checkpoint and which time it is, such as `insert searchDocument 2`.
 */
flushCompileCache()
const { values } = parseArgs({
  options: {
    dataDir: { type: 'string', default: '/nowhere' },
    databaseUrl: { type: 'string' },
    crashAt: { type: 'string', default: '' },
  },
})

const met = new Map<string, number>()
const onCheckpoint = (checkpoint: string) => {
  met.set(checkpoint, (met.get(checkpoint) ?? 0) + 1)
  if (values.crashAt === `${checkpoint} ${met.get(checkpoint)}`) process.kill(process.pid, 'SIGKILL')
}

const database = await openDatabase({ ...values, log: silentLog })
const ctx = { db: databaseWithCheckpoints(database.db, onCheckpoint), log: silentLog }
await inTransaction(ctx, async (trx) => {
  await trx.updateTable('member').set({ name: '布川みのり' }).where('id', '=', 'hanako').execute()
  await indexRecipesOf(trx, memberId('hanako'))
})
process.stdout.write('renamed\n')
while ((await indexNextRecipes(ctx)) > 0);
process.stdout.write('indexed\n')
await database.close()
