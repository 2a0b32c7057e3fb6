import type { Feature } from '~/feature-parts.server.ts'
import { forgetAllReports, forgetReporter } from './commands.server.ts'
import { forgetReportsJob, tellOutcomesJob } from './jobs.server.ts'
import {
  hideReported,
  keepReported,
  stopBothReported,
  stopPostingReported,
  suspendReported,
  undoOutcome,
} from './outcomes.commands.server.ts'
import { reportAlarms, reportCard, uploadsReported } from './outcomes.queries.server.ts'

export const reports: Feature = {
  name: 'reports',
  tables: { '.': ['report', 'reportCase', 'reportOutcome', 'reportUpload'] },
  uploadsInUse: [uploadsReported],
  onMemberGone: forgetReporter,
  jobs: (ctx) => [tellOutcomesJob(ctx), forgetReportsJob(ctx)],
  demo: { remove: forgetAllReports },
  deskCards: [reportCard],
  alarms: [reportAlarms],
  acts: [keepReported, hideReported, stopPostingReported, stopBothReported, suspendReported, undoOutcome],
}
