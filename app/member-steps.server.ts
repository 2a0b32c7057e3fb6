import { features } from './features.server.ts'
import type { MemberSteps } from './server/app-context.ts'

/** Later features first, since they use earlier ones. */
export const memberSteps: MemberSteps = {
  gone: async (trx, member, ctx) => {
    for (const feature of features.toReversed()) await feature.onMemberGone?.(trx, member, ctx)
  },
  renamed: async (trx, member, name) => {
    for (const feature of features.toReversed()) await feature.onMemberRenamed?.(trx, member, name)
  },
}
