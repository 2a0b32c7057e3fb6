import type { AppContext } from '~/server/app-context.ts'
import type { Job } from '~/server/jobs.ts'
import { versionsOfLists } from './queries.server.ts'
import { commentTopic, recipeOfTopic } from './rules.ts'

const second = 1_000

/** Tells open pages about changes by other processes. The streams of a hidden or deleted recipe end; its pages read again (R16, A7). */
export const watchCommentsJob = (ctx: AppContext): Job => {
  let told = new Map<string, number | 'gone'>()
  return {
    name: 'watch comments',
    // Every second where no notice tells of other processes (D102).
    everyMs: () => (ctx.notices.missesOthers ? 1 : 5) * second,
    firstAfterMs: 5 * second,
    limitMs: 30 * second,
    run: async () => {
      const listenedTo = ctx.notices.topics().flatMap((topic) => recipeOfTopic(topic) ?? [])
      const versions = await versionsOfLists(ctx.db, listenedTo)
      const before = told
      told = new Map(listenedTo.map((recipe) => [recipe, versions.get(recipe) ?? 'gone']))
      for (const [recipe, version] of told) {
        if (version === before.get(recipe)) continue
        if (version === 'gone') ctx.notices.missed(commentTopic(recipe))
        else ctx.notices.publish(commentTopic(recipe), version)
      }
    },
  }
}
