import { demoLogins, everybodyInDemo } from '#demo/members.ts'
import type { Feature } from '~/feature-parts.server.ts'
import { forgetOldLinksJob } from './commands.server.ts'
import { memberCommand } from './owner.commands.server.ts'
import { releasePhoto, removeDemoMembers, seedDemoMembers } from './profile/commands.server.ts'
import { photosInUse, photosShownBy } from './profile/queries.server.ts'
import {
  allowCommenting,
  allowPosting,
  liftSuspension,
  stopCommenting,
  stopPosting,
  suspendMember,
} from './standing/commands.server.ts'

export const accounts: Feature = {
  name: 'accounts',
  tables: {
    profile: ['memberProfile'],
    standing: ['memberStanding', 'suspendedMember'],
    blocks: ['memberBlock'],
  },
  uploadsInUse: [photosInUse],
  uploadsShownBy: [photosShownBy],
  onMemberGone: releasePhoto,
  jobs: (ctx) => [forgetOldLinksJob(ctx)],
  demo: {
    put: (ctx) => seedDemoMembers(ctx, everybodyInDemo),
    remove: removeDemoMembers,
    announcements: demoLogins,
  },
  commands: { member: [memberCommand] },
  acts: [stopPosting, allowPosting, stopCommenting, allowCommenting, suspendMember, liftSuspension],
}
