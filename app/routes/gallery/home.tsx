import { GalleryHome } from '~/features/gallery/ui/gallery-home.tsx'
import { MemberNotice } from '~/features/members/ui/member-notice.tsx'
import { appContext } from '~/services.server.ts'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/home'

export const loader = ({ context }: Route.LoaderArgs) => ({
  isMember: context.get(appContext).actor.kind === 'member',
})

export default function Home({ loaderData: { isMember } }: Route.ComponentProps) {
  return (
    <>
      <PageMeta
        title="作品ギャラリー"
        description="布とキットでつくった作品と、そのつくり方を見せ合うギャラリーです。レベルや場面から、次につくりたいものが見つかります。"
      />
      <GalleryHome isMember={isMember} notice={<MemberNotice />} />
    </>
  )
}
