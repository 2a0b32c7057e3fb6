import type { Kysely } from 'kysely'
import { memberSteps } from '../../app/brought-by-features.server.ts'
import { seedDemoMembers } from '../../app/features/accounts/profile/commands.server.ts'
import { seedDemoFabrics, seedDemoKits } from '../../app/features/products/desk/demo.commands.server.ts'
import {
  type ListedFabrics,
  listedFabrics,
} from '../../app/features/products/listed-fabrics.queries.server.ts'
import { seedDemoRecipes } from '../../app/features/recipes/demo.commands.server.ts'
import type { RequestContext } from '../../app/server/app-context.ts'
import type { Schema } from '../../db/schema.ts'
import { demoFabrics } from '../../demo/fabrics.ts'
import { demoKits } from '../../demo/kits.ts'
import { demoAuthors, demoMembers } from '../../demo/members.ts'
import { demoRecipes } from '../../demo/recipes.ts'
import { withPlainPasswords } from './account-for-tests.ts'
import { type ContextForTests, contextForTests } from './database-for-tests.ts'
import { uploadFilesInMemory } from './upload-files-for-tests.ts'

type Asked = ContextForTests & RequestContext & { readonly listedFabrics: () => Promise<ListedFabrics> }

/** The demo's products and recipes, as a visitor at `address` gets them. */
export const askedByVisitor = (db: Kysely<Schema>, address = '203.0.113.9'): Asked => ({
  ...withPlainPasswords(contextForTests(db, { demo: true, uploadFiles: uploadFilesInMemory(), memberSteps })),
  requestId: 'r-1',
  actor: { kind: 'visitor', address },
  listedFabrics: () => listedFabrics(db),
})

/** Puts the demo's members, products and recipes in. */
export const putWholeDemo = async (ctx: Asked): Promise<void> => {
  const read = async (name: string) => Buffer.from(name)
  await seedDemoMembers(ctx, [...demoMembers, ...demoAuthors])
  await seedDemoFabrics(ctx, { fabrics: demoFabrics, read })
  await seedDemoKits(ctx, { kits: demoKits, read })
  await seedDemoRecipes(ctx, { recipes: demoRecipes, read })
}
