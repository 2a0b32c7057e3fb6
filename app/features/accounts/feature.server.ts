import { demoLogins, everybodyInDemo } from '#demo/members.ts'
import type { Feature } from '~/feature-parts.server.ts'
import { href } from '~/href.ts'
import { forgetValues } from '~/server/audit.ts'
import { subjectOf } from '~/server/desk-act.ts'
import { forgetOldLinksJob } from './commands.server.ts'
import { deleteMemberAccount, endMemberDevices } from './members/commands.server.ts'
import { membersList } from './members/ui/members-list.tsx'
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
import { memberSubject } from './standing/rules.ts'

export const accounts: Feature = {
  name: 'accounts',
  deskLists: [{ ...membersList, path: href('/admin/members'), who: 'owner' }],
  tables: {
    profile: ['memberProfile'],
    standing: ['memberStanding', 'suspendedMember'],
    blocks: ['memberBlock'],
  },
  uploadsInUse: [photosInUse],
  uploadsShownBy: [photosShownBy],
  onMemberGone: async (trx, member) => {
    await releasePhoto(trx, member)
    await forgetValues(trx, [subjectOf(memberSubject, member)])
  },
  jobs: (ctx) => [forgetOldLinksJob(ctx)],
  demo: {
    put: (ctx) => seedDemoMembers(ctx, everybodyInDemo),
    remove: removeDemoMembers,
    announcements: demoLogins,
  },
  commands: { member: [memberCommand] },
  acts: [
    stopPosting,
    allowPosting,
    stopCommenting,
    allowCommenting,
    suspendMember,
    liftSuspension,
    endMemberDevices,
    deleteMemberAccount,
  ],
}
