import { putDemoPictures, putLogo } from '#demo/put-pictures.ts'
import { features } from './features.server.ts'
import type { Actor } from './kernel/actor.ts'
import type { AppContext } from './server/app-context.ts'

const atStart: Actor = { kind: 'system', name: 'start' }
const demoActor: Actor = { kind: 'system', name: 'demo' }

/** What must be there before the first page: pictures, demo content or its removal, and what features need. */
export const prepareFeatures = async (ctx: AppContext, endsDemo: boolean): Promise<void> => {
  await putLogo(ctx.imagesDir)
  if (endsDemo) for (const feature of features.toReversed()) await feature.demo?.remove(ctx)
  for (const feature of features) await feature.prepare?.(ctx, atStart)
  if (!ctx.demo) return
  await putDemoPictures(ctx.imagesDir)
  for (const feature of features) await feature.demo?.put?.(ctx, demoActor)
}
