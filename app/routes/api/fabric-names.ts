import { appContext } from '~/services.server.ts'
import type { Route } from './+types/fabric-names'

/** The names of all fabrics on sale, for the choice by name (S38). */
export const loader = async ({ context }: Route.LoaderArgs) =>
  Response.json((await context.get(appContext).listedFabrics()).names())
