import { flushCompileCache } from 'node:module'
import { parseArgs } from 'node:util'
import { forgetReactionsOf, setReaction } from '../../app/features/reactions/commands.server.ts'
import { type Member, memberId } from '../../app/kernel/actor.ts'
import { deleteMember } from '../../app/server/auth/account-changes.ts'
import { openDatabase } from '../../app/server/database/open-database.ts'
import { inTransaction } from '../../app/server/database/transaction.ts'
import { silentLog } from '../../app/server/log.ts'
import { databaseWithCheckpoints } from './checkpoints.ts'
import { servicesForTests } from './services-for-tests.ts'

/**
 * The member `hanako` likes and keeps the recipe `work`, undoes both, does both again, and then her account is deleted; each is
 * printed when it is acknowledged. The process kills itself, as a power cut would, at `--crashAt`: a checkpoint and which time
 * it is, such as `insert recipeLike 1`.
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
const say = (line: string) => process.stdout.write(`${line}\n`)

const database = await openDatabase({ ...values, log: silentLog })
const ctx = servicesForTests(databaseWithCheckpoints(database.db, onCheckpoint))
const hanako: Member = {
  kind: 'member',
  id: memberId('hanako'),
  address: '203.0.113.7',
  sessionId: '',
  emailVerified: true,
  role: 'member',
  canUpload: true,
  canComment: true,
}
for (const on of [true, false, true])
  for (const kind of ['like', 'favourite'] as const) {
    const set = await setReaction(ctx, hanako, { kind, recipe: 'work', on })
    if (set.ok) say(`${kind} ${on}`)
  }
await inTransaction(ctx, async (trx) => {
  await forgetReactionsOf(trx, hanako.id)
  await deleteMember(trx, hanako.id)
})
say('gone')
await database.close()
