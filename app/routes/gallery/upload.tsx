import { OpensLater } from '~/features/gallery/ui/opens-later.tsx'
import { PostingRefusal } from '~/features/gallery/ui/posting-refusal.tsx'
import { postingRefusal } from '~/features/members/rules.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/upload'

export const loader = ({ context }: Route.LoaderArgs) => ({
  refusal: postingRefusal(context.get(appContext).actor),
})

export default function Upload({ loaderData: { refusal } }: Route.ComponentProps) {
  if (refusal !== null) return <PostingRefusal reason={refusal} />
  return <OpensLater what="作品の投稿" soon="投稿の受け付けは、まもなく始まります。" />
}
