import { demoLinks } from '#demo/links.ts'
import { demoNews } from '#demo/news.ts'
import type { Feature } from '~/feature-parts.server.ts'
import { href } from '~/href.ts'
import { forgetDeskSettings } from '~/server/desk-settings.ts'
import { cancelHoliday, planHoliday } from './holidays/commands.server.ts'
import { removeDemoLists, seedDemoLists } from './news-and-collaborations/commands.server.ts'
import {
  moveCollaboration,
  removeEntry,
  saveEntry,
  undoEntry,
} from './news-and-collaborations/desk.commands.server.ts'
import { listsCommand } from './news-and-collaborations/owner.commands.server.ts'
import {
  collaborationPictures,
  uploadsOfCollaborations,
  uploadsShownByCollaborations,
} from './news-and-collaborations/queries.server.ts'
import { entriesList } from './news-and-collaborations/ui/entries-list.tsx'
import { saveSettings } from './settings/commands.server.ts'
import { settingsCommand } from './settings/owner.commands.server.ts'

export const shop: Feature = {
  name: 'shop',
  deskLists: (['news', 'collaborations'] as const).map((list) => ({
    ...entriesList(list),
    ...{ path: href('/admin/lists/:list', { list }), who: 'owner' as const },
  })),
  tables: { 'news-and-collaborations': ['linkItem', 'news'] },
  uploadsInUse: [uploadsOfCollaborations],
  uploadsShownBy: [uploadsShownByCollaborations],
  productPictures: async (db) => [await collaborationPictures(db)],
  demo: {
    put: (ctx) => seedDemoLists(ctx, { news: demoNews, links: demoLinks }),
    remove: async (ctx) => {
      await forgetDeskSettings(ctx)
      await removeDemoLists(ctx)
    },
  },
  commands: { content: [listsCommand], shop: [settingsCommand] },
  acts: [saveSettings, planHoliday, cancelHoliday, saveEntry, removeEntry, undoEntry, moveCollaboration],
}
