import type { Feature } from '~/feature-parts.server.ts'
import { askBackup } from './commands.server.ts'
import { backupJobs } from './jobs.server.ts'
import { backupAlarms, backupCards } from './queries.server.ts'

export const backups: Feature = {
  name: 'backups',
  jobs: backupJobs,
  deskCards: backupCards,
  alarms: [backupAlarms],
  acts: [askBackup],
}
