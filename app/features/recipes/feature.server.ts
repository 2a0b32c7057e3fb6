import { readDemoUpload } from '#demo/demo-uploads.ts'
import { demoRecipes } from '#demo/recipes.ts'
import type { Feature } from '~/feature-parts.server.ts'
import { foldListsAgain } from './curation/commands.server.ts'
import { uploadsOfCuration, uploadsShownByCuration } from './curation/queries.server.ts'
import { removeDemoRecipes, seedDemoRecipes } from './demo.commands.server.ts'
import { changeHomeShelf } from './home-shelf.commands.server.ts'
import {
  foldTagsAgain,
  indexAllRecipes,
  indexRecipesJob,
  indexRecipesOf,
  rankedTextsJob,
  removeRecipesOf,
} from './indexing.commands.server.ts'
import { authorSitemap, authorTotal, listSitemap, recipeSitemap, recipeTotal } from './list.queries.server.ts'
import { releaseUploadsOf, uploadsOfRecipes, uploadsShownByRecipes } from './posting.commands.server.ts'

export const recipes: Feature = {
  name: 'recipes',
  tables: {
    '.': ['recipe', 'recipeTag', 'recipeToIndex', 'recipeRankedText', 'recipeUpload'],
    materials: ['recipeProduct'],
    curation: ['popularKeyword', 'situationCategory', 'situationTag'],
  },
  acts: [changeHomeShelf],
  uploadsInUse: [uploadsOfCuration, uploadsOfRecipes],
  uploadsShownBy: [uploadsShownByCuration, uploadsShownByRecipes],
  onMemberGone: async (trx, member) => {
    await releaseUploadsOf(trx, member)
    await removeRecipesOf(trx, member)
  },
  onMemberRenamed: indexRecipesOf,
  jobs: (ctx) => [indexRecipesJob(ctx), rankedTextsJob(ctx)],
  rebuildSearch: indexAllRecipes,
  foldAgain: [foldListsAgain, foldTagsAgain],
  sitemap: [
    {
      name: 'lists',
      count: async (ctx) => (await listSitemap(ctx)).length,
      entries: async (ctx, { from, most }) => (await listSitemap(ctx)).slice(from, from + most),
    },
    { name: 'works', count: recipeTotal, entries: recipeSitemap },
    { name: 'members', count: authorTotal, entries: authorSitemap },
  ],
  demo: {
    put: (ctx) => seedDemoRecipes(ctx, { recipes: demoRecipes, read: readDemoUpload }),
    remove: removeDemoRecipes,
  },
}
