import type { TestProject } from 'vitest/node'
import { startPostgresCluster } from './postgres-cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the maintenance database of this run's PostgreSQL cluster. */
    postgresUrl: string
  }
}

/** Vitest's global setup: one PostgreSQL cluster serves the whole run, or several runs when TEST_POSTGRES_URL names it. */
export default async (project: TestProject): Promise<(() => Promise<void>) | undefined> => {
  const running = process.env.TEST_POSTGRES_URL
  if (running !== undefined) {
    project.provide('postgresUrl', running)
    return
  }
  const cluster = await startPostgresCluster()
  project.provide('postgresUrl', cluster.url('postgres'))
  return () => cluster.stop()
}
