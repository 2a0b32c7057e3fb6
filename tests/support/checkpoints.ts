import type { Kysely, KyselyPlugin, RootOperationNode, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { PaymentGateway } from '../../app/features/payments/stripe.server.ts'
import type { MailTransport } from '../../app/server/mail/transport.ts'

/** Told of each checkpoint when it is behind us: `insert orders`, `commit insert orders`, `provider session`, `mail sent`. */
export type Reached = (checkpoint: string) => void

const written = (node: RootOperationNode): string | undefined => {
  const named = (kind: string, table: object | undefined) =>
    `${kind} ${/"name":"(\w+)"/.exec(JSON.stringify(table))?.[1]}`
  if (node.kind === 'InsertQueryNode') return named('insert', node.into)
  if (node.kind === 'UpdateQueryNode') return named('update', node.table)
  return node.kind === 'DeleteQueryNode' ? named('delete', node.from) : undefined
}

/** Tells of the writes of one transaction, which are not committed yet, and keeps them in `done`. */
const tellWrites = (reached: Reached, done: string[]): KyselyPlugin => {
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
      reached(write)
      return result
    },
  }
}

/** `db`, telling of each write within a transaction and of each commit, by the transaction's first write. */
export const databaseWithCheckpoints = (db: Kysely<Schema>, reached: Reached): Kysely<Schema> => {
  const transaction = () => ({
    execute: async <T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> => {
      const done: string[] = []
      const result = await db.transaction().execute((trx) => work(trx.withPlugin(tellWrites(reached, done))))
      reached(`commit ${done[0]}`)
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

/** `gateway`, telling of each answer of the provider and of each event whose signature was good. */
export const gatewayWithCheckpoints = (gateway: PaymentGateway, reached: Reached): PaymentGateway => {
  const telling =
    <Asked extends readonly unknown[], T>(name: string, ask: (...asked: Asked) => Promise<T>) =>
    async (...asked: Asked): Promise<T> => {
      const answer = await ask(...asked)
      reached(name)
      return answer
    }
  return {
    ...gateway,
    open: telling('provider open', gateway.open),
    session: telling('provider session', gateway.session),
    verifiedEvent: telling('event verified', gateway.verifiedEvent),
  }
}

/** `transport`, telling of each mail that the server has taken. */
export const mailWithCheckpoints = (transport: MailTransport, reached: Reached): MailTransport => ({
  ...transport,
  send: async (mail, cut) => {
    await transport.send(mail, cut)
    reached('mail sent')
  },
})
