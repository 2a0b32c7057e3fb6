import type { Kysely, KyselyPlugin, RootOperationNode, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { PaymentGateway } from '../../app/features/orders/payment/stripe.server.ts'
import type { Engine } from '../../app/server/database/engine.ts'
import type { MailTransport } from '../../app/server/mail/transport.ts'

/** Called after each checkpoint: `insert orders`, `commit insert orders`, `provider session`, `mail sent`. */
export type OnCheckpoint = (checkpoint: string) => void

/** Each step of a crash test, and its checkpoint in the child process. */
export type CrashStep = readonly [name: string, crashAt: string]

const isBetween = (crashAt: string) => /provider|event verified|mail sent/.test(crashAt)
const isWithin = (crashAt: string | undefined) =>
  crashAt !== undefined && !isBetween(crashAt) && !crashAt.includes(' commit ')

/**
 * The steps to test on `engine`. A crash between two transactions leaves the same on both, so PostgreSQL skips those; of a
 * transaction it undoes as much after one write as after the last, so `npm test` asks it after the last alone.
 */
export const crashSteps = <S extends readonly [...CrashStep, ...unknown[]]>(
  engine: Engine,
  steps: readonly S[],
): readonly S[] =>
  steps.filter(
    ([, crashAt], at) =>
      engine === 'sqlite' ||
      (!isBetween(crashAt) &&
        (process.env.LONG_TESTS === '1' || !(isWithin(crashAt) && isWithin(steps[at + 1]?.[1])))),
  )

const written = (node: RootOperationNode): string | undefined => {
  const named = (kind: string, table: object | undefined) =>
    `${kind} ${/"name":"(\w+)"/.exec(JSON.stringify(table))?.[1]}`
  if (node.kind === 'InsertQueryNode') return named('insert', node.into)
  if (node.kind === 'UpdateQueryNode') return named('update', node.table)
  return node.kind === 'DeleteQueryNode' ? named('delete', node.from) : undefined
}

/** Reports the writes of one transaction, which are not committed yet, and keeps them in `done`. */
const reportWrites = (onCheckpoint: OnCheckpoint, done: string[]): KyselyPlugin => {
  const asked = new WeakMap<object, string>()
  return {
    transformQuery: ({ node, queryId }) => {
      const write = written(node)
      if (write !== undefined) asked.set(queryId, write)
      return node
    },
    transformResult: async ({ queryId, result }) => {
      const write = asked.get(queryId)
      if (write === undefined) return result
      done.push(write)
      onCheckpoint(write)
      return result
    },
  }
}

/** Reports each write within a transaction, and each commit by the transaction's first write. */
export const databaseWithCheckpoints = (db: Kysely<Schema>, onCheckpoint: OnCheckpoint): Kysely<Schema> => {
  const transaction = () => ({
    execute: async <T>(task: (trx: Transaction<Schema>) => Promise<T>): Promise<T> => {
      const done: string[] = []
      const result = await db
        .transaction()
        .execute((trx) => task(trx.withPlugin(reportWrites(onCheckpoint, done))))
      onCheckpoint(`commit ${done[0]}`)
      return result
    },
  })
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') return transaction
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

/** Reports each response of the provider and each event whose signature was good. */
export const gatewayWithCheckpoints = (
  gateway: PaymentGateway,
  onCheckpoint: OnCheckpoint,
): PaymentGateway => {
  const reporting =
    <Asked extends readonly unknown[], T>(name: string, ask: (...asked: Asked) => Promise<T>) =>
    async (...asked: Asked): Promise<T> => {
      const answer = await ask(...asked)
      onCheckpoint(name)
      return answer
    }
  return {
    ...gateway,
    open: reporting('provider open', gateway.open),
    session: reporting('provider session', gateway.session),
    sessionOfOrder: reporting('provider session of order', gateway.sessionOfOrder),
    refund: reporting('provider refund', gateway.refund),
    refundsOf: reporting('provider refunds', gateway.refundsOf),
    dispute: reporting('provider dispute', gateway.dispute),
    verifiedEvent: reporting('event verified', gateway.verifiedEvent),
  }
}

/** Reports each mail that the server has accepted. */
export const mailWithCheckpoints = (transport: MailTransport, onCheckpoint: OnCheckpoint): MailTransport => ({
  ...transport,
  send: async (mail, cut) => {
    await transport.send(mail, cut)
    onCheckpoint('mail sent')
  },
})
