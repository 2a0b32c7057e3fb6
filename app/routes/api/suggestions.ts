import { suggestionsFor } from '~/features/search/suggestions.queries.server.ts'
import { searchAreas } from '~/features/search/words/areas.rules.ts'
import { readSearch } from '~/kernel/search-text.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/suggestions'

/** GET /api/suggestions?in=recipe&q=…: suggestions while typing, the same for everybody (W34). */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const { searchParams } = new URL(request.url)
  const area = searchAreas.find((known) => known === searchParams.get('in')) ?? 'fabric'
  return Response.json(await suggestionsFor(context.get(appContext), readSearch(searchParams.get('q')), area))
}
