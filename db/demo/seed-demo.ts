import { openAllItems } from '~/features/catalogue/closing.commands.server.ts'
import { removeDemoProducts, seedDemoFabrics } from '~/features/catalogue/commands.server.ts'
import { removeDemoLists, seedDemoLists } from '~/features/content/commands.server.ts'
import { removeDemoKits, seedDemoKits } from '~/features/kits/commands.server.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { putMissingPicture, putPicture } from '~/server/pictures/put-picture.ts'
import { demoFabrics } from './fabrics.ts'
import { demoKits } from './kits.ts'
import { demoLinks } from './links.ts'
import { demoNews } from './news.ts'
import logoSvg from './pictures/logo.svg?raw'

const actor: Actor = { kind: 'system', name: 'demo' }
const logo = 'logo.svg'

/**
 * Brings the demo's pictures into `imagesDir` and its content into the database, where they are missing; harmless at each
 * start and when two processes start at once.
 */
export const seedDemo = async (ctx: AppContext, imagesDir: string): Promise<void> => {
  const { demoPictures } = await import('./demo-pictures.ts')
  for (const { path, svg } of demoPictures)
    if (path !== logo) await putPicture(imagesDir, { path, content: svg })
  await seedDemoFabrics(ctx, actor, demoFabrics)
  await seedDemoKits(ctx, actor, demoKits)
  await seedDemoLists(ctx, actor, { news: demoNews, links: demoLinks })
}

/** Takes the demo's content out of the database, before the shop opens as a real one. Its pictures hurt nobody and stay. */
export const removeDemoContent = async (ctx: AppContext): Promise<void> => {
  await openAllItems(ctx, actor)
  await removeDemoKits(ctx, actor)
  await removeDemoProducts(ctx, actor)
  await removeDemoLists(ctx, actor)
}

/** Puts the logo in its place, in a real shop too: it stands for every missing picture. */
export const putLogo = async (imagesDir: string): Promise<void> => {
  await putMissingPicture(imagesDir, { path: logo, content: logoSvg })
}
