import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { takeAdvisoryLock } from '../database/engine.ts'
import {
  databaseNow,
  forgetMove,
  type MoveNote,
  moveKey,
  moveNoteIn,
  noteThatStays,
} from '../database/move-note.ts'
import { inTransaction } from '../database/transaction.ts'
import { migrationLockId } from '../database/write-guard.ts'
import { silentLog } from '../log.ts'
import { StartRefused } from '../start.ts'

/** The longest time that a killed mover keeps the shop from writing. */
const leaseMs = 30_000
const renewEveryMs = 5_000

/** Forbids all writes while it is renewed, and ends by itself (D30). */
export interface MoveLease {
  readonly token: string
  /** Aborted when it could not be renewed in time: others may have written since. */
  readonly lost: AbortSignal
  end(): Promise<void>
  /** Forbids writing for ever; throws StartRefused when the lease has run out or `isUnchanged` is false. */
  leave(isUnchanged: (trx: Kysely<Schema>) => Promise<boolean>): Promise<void>
}

type NoteFacts = Pick<MoveNote, 'token' | 'endsAt' | 'place'>

/** The migrations' lock waits for running writers, and later ones see the decision. */
const decideAlone = <T>(db: Kysely<Schema>, decide: (trx: Transaction<Schema>) => Promise<T>): Promise<T> =>
  inTransaction({ db, log: silentLog }, async (trx) => {
    await takeAdvisoryLock(trx, migrationLockId)
    return decide(trx)
  })

const writeNote = async (trx: Kysely<Schema>, note: MoveNote): Promise<void> => {
  const value = JSON.stringify(note)
  await trx
    .insertInto('shopState')
    .values({ key: moveKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

const ranOut = () =>
  new StartRefused([
    '引っ越しの途中で、書き込みを止めておく時間が切れました（パソコンが眠ったときなどに起こります）。その間の書き込みを失わないよう、引っ越しをやめました。お店は元の場所のまま動いています。もう一度実行してください。',
  ])

/** Throws StartRefused during another move. `db` must not be kept to a schema. */
export const takeLease = async (db: Kysely<Schema>, facts: NoteFacts): Promise<MoveLease> => {
  const leaving = async (trx: Kysely<Schema>): Promise<void> =>
    writeNote(trx, { ...facts, state: 'leaving', until: (await databaseNow(trx)) + leaseMs })
  await decideAlone(db, async (trx) => {
    if ((await moveNoteIn(trx)) !== undefined)
      throw new StartRefused(['ほかの引っ越しが進んでいます。終わってから、もう一度実行してください。'])
    await leaving(trx)
  })
  const lost = new AbortController()
  const isOurs = async (trx: Kysely<Schema>) => {
    const note = await moveNoteIn(trx)
    return note?.state === 'leaving' && note.token === facts.token
  }
  const renew = () =>
    decideAlone(db, async (trx) => {
      if (await isOurs(trx)) await leaving(trx)
      else lost.abort(ranOut())
    }).catch(() => undefined)
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(renew)
  }, renewEveryMs)
  const stop = async () => {
    clearInterval(timer)
    await running
  }
  return {
    token: facts.token,
    lost: lost.signal,
    end: async () => {
      await stop()
      await decideAlone(db, async (trx) => {
        if (await isOurs(trx)) await forgetMove(trx)
      })
    },
    leave: async (isUnchanged) => {
      await stop()
      await decideAlone(db, async (trx) => {
        if (!(await isOurs(trx)) || !(await isUnchanged(trx))) throw ranOut()
        await writeNote(trx, noteThatStays({ ...facts, state: 'left' }))
      })
    },
  }
}

/** In the transaction that fills the target, so that nobody opens it before the source is left. */
export const noteArrival = (trx: Kysely<Schema>, facts: NoteFacts): Promise<void> =>
  writeNote(trx, noteThatStays({ ...facts, state: 'arriving' }))
