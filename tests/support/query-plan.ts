import { CompiledQuery, type Kysely, type RootOperationNode } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { engineOf } from '../../app/server/database/engine.ts'

/** How the database answers each query of `task`, as texts. */
export const plansOf = async (
  db: Kysely<Schema>,
  task: (watched: Kysely<Schema>) => Promise<unknown>,
): Promise<readonly string[]> => {
  const seen: RootOperationNode[] = []
  await task(
    db.withPlugin({
      transformQuery: ({ node }) => {
        seen.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    }),
  )
  return Promise.all(seen.map((node) => planOf(db, node)))
}

/** With so few rows PostgreSQL would rather read them all. */
const planOf = async (db: Kysely<Schema>, node: RootOperationNode): Promise<string> => {
  const executor = db.getExecutor()
  const id = { queryId: 'plan' }
  const { sql, parameters } = executor.compileQuery(executor.transformQuery(node, id), id)
  const isPostgres = engineOf(db) === 'postgres'
  return db.transaction().execute(async (trx) => {
    if (isPostgres) await trx.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'))
    const explain = isPostgres ? 'explain' : 'explain query plan'
    const { rows } = await trx.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]))
    return JSON.stringify(rows)
  })
}
