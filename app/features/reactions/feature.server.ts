import { demoReactions } from '#demo/reactions.ts'
import type { Feature } from '~/feature-parts.server.ts'
import {
  forgetReactionsOf,
  recountLikesJob,
  recountLikesOf,
  removeDemoReactions,
  seedDemoReactions,
} from './commands.server.ts'

export const reactions: Feature = {
  name: 'reactions',
  tables: { '.': ['recipeLike', 'favourite'] },
  jobs: (ctx) => [recountLikesJob(ctx)],
  onMemberGone: forgetReactionsOf,
  onMemberSuspended: recountLikesOf,
  demo: {
    put: (ctx, actor) => seedDemoReactions(ctx, actor, demoReactions),
    remove: removeDemoReactions,
  },
}
