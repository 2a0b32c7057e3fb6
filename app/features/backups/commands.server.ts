import type { Refusals } from '~/kernel/refusal.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { tellDesk } from '~/server/audit.ts'
import { lastBackup } from '~/server/backup/last-backup.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { defineAct, noAnswer, type Read, subjectOf } from '~/server/desk-act.ts'
import { lockShopState, rememberShopState } from '~/server/shop-state.ts'
import { aliveEveryMs, type BackupRun, brokenOff, isTooSoon, isUnderWay, restMinutes } from './asked.rules.ts'
import { backupRun } from './queries.server.ts'

const backupSubject = { kind: 'backup', name: '控え' } as const

const refusals = {
  'no-place': {
    status: 409,
    text: '控えの場所が決まっていません。設定（.env）に BACKUP_TO= と書いて開き直すと、ここから取れます。',
  },
  'under-way': { status: 409, text: 'いま、控えを取っているところです。' },
  'too-soon': {
    status: 409,
    text: `控えを取ったばかりです。前の控えから${restMinutes}分たつと、また取れます。`,
  },
} as const satisfies Refusals<string>

type Failure = keyof typeof refusals

const noteRun = (db: AppContext['db'], run: BackupRun) =>
  rememberShopState(db, 'backup_run', JSON.stringify(run))

/** 控えを取る: asks for a backup, which a job makes (D107). */
export const askBackup = defineAct({
  name: 'backup.ask',
  words: '控えを取るように頼みました',
  subject: backupSubject,
  facts: {},
  who: 'owner',
  form: (): Read<object> => ok({}),
  refusals,
  answer: noAnswer,
  run: async (trx, { ctx }) => {
    if (ctx.makeAskedBackup === null) return refused<Failure>('no-place')
    await lockShopState(trx, 'backup_run')
    if (isUnderWay(await backupRun(trx), ctx.now())) return refused<Failure>('under-way')
    if (isTooSoon((await lastBackup(trx)).madeAt, ctx.now())) return refused<Failure>('too-soon')
    await noteRun(trx, { state: 'asked', at: ctx.now(), failure: null })
    return ok({ answer: null, subject: subjectOf(backupSubject) })
  },
})

type Runner = Pick<AppContext, 'db' | 'log' | 'now' | 'notices'>

/** Of all processes and jobs one makes a backup at a time; false where it is not this one's turn. */
const claim = (ctx: Runner, mayBegin: (run: BackupRun) => boolean): Promise<boolean> =>
  inTransaction(ctx, async (trx) => {
    await lockShopState(trx, 'backup_run')
    if (!mayBegin(await backupRun(trx))) return false
    await noteRun(trx, { state: 'running', at: ctx.now(), failure: null })
    tellDesk(ctx, trx)
    return true
  })

/**
 * Makes a backup unless another one is running, and notes how it ended, for the desk; what was asked for meanwhile is this one. Throws
 * what `make` throws.
 */
const makeAlone = async (
  ctx: Runner,
  make: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
  mayBegin: (run: BackupRun) => boolean,
): Promise<void> => {
  if (!(await claim(ctx, mayBegin))) return
  const begunAt = ctx.now()
  let signOfLife: Promise<unknown> = Promise.resolve()
  const alive = setInterval(() => {
    signOfLife = noteRun(ctx.db, { state: 'running', at: ctx.now(), failure: null }).catch(() => undefined)
  }, aliveEveryMs)
  try {
    await make(signal)
  } finally {
    clearInterval(alive)
    // Written after the end, it would be taken for a run that broke off.
    await signOfLife
    const { madeAt, failure } = await lastBackup(ctx.db)
    const isMade = madeAt !== null && madeAt >= begunAt
    await inTransaction(ctx, async (trx) => {
      await noteRun(trx, { state: 'ended', at: ctx.now(), failure: failure ?? (isMade ? null : brokenOff) })
      tellDesk(ctx, trx)
    })
  }
}

/** By night. */
export const makeNightlyBackup = (
  ctx: Runner,
  make: NonNullable<AppContext['makeBackup']>,
  signal: AbortSignal,
): Promise<void> =>
  makeAlone(ctx, make, signal, (run) => run.state !== 'running' || !isUnderWay(run, ctx.now()))

/** The one that was asked for, if any. */
export const makeAskedBackup = async (
  ctx: Runner,
  make: NonNullable<AppContext['makeAskedBackup']>,
  signal: AbortSignal,
): Promise<void> => {
  const isAsked = (run: BackupRun) => run.state === 'asked' && isUnderWay(run, ctx.now())
  // Without a lock, since it is looked for every few seconds.
  if (isAsked(await backupRun(ctx.db))) await makeAlone(ctx, make, signal, isAsked)
}
