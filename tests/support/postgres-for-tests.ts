import type { TestProject } from 'vitest/node'
import { startPostgresCluster } from './postgres-cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the maintenance database of this run's PostgreSQL cluster. */
    postgresUrl: string
  }
}

/** Vitest's global setup: one PostgreSQL cluster serves the whole run. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const cluster = await startPostgresCluster()
  project.provide('postgresUrl', cluster.url('postgres'))
  return () => cluster.stop()
}
