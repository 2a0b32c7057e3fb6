import { demoComments } from '#demo/comments.ts'
import type { Feature } from '~/feature-parts.server.ts'
import { forgetAuthor, removeDemoComments, seedDemoComments, tellListsOf } from './commands.server.ts'
import { watchCommentsJob } from './jobs.server.ts'
import { hidingCommand } from './owner.commands.server.ts'

export const comments: Feature = {
  name: 'comments',
  tables: { '.': ['comment', 'commentList'] },
  jobs: (ctx) => [watchCommentsJob(ctx)],
  onMemberGone: forgetAuthor,
  onMemberSuspended: tellListsOf,
  commands: { member: [hidingCommand] },
  demo: {
    put: (ctx) => seedDemoComments(ctx, demoComments),
    remove: removeDemoComments,
  },
}
