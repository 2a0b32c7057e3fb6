import { data } from 'react-router'
import { settingPartNames, settingParts } from '~/features/shop/settings/parts.rules.ts'
import { href } from '~/href.ts'
import { isShopOwner } from '~/kernel/actor.ts'
import { appContext } from '~/services.server.ts'
import { type DeskLink, DeskLinks } from '~/ui/desk-links.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import type { Route } from './+types/settings'

/** The parts of the settings; for the owner. */
export const loader = ({ context }: Route.LoaderArgs) => {
  if (!isShopOwner(context.get(appContext).actor)) throw data(null, { status: 404 })
  return null
}

const links: readonly DeskLink[] = settingPartNames.map((part) => ({
  to: href('/admin/settings/:part', { part }),
  name: settingParts[part].title,
  about: settingParts[part].about,
}))

export default function Settings() {
  return (
    <DeskPage title="お店の設定" back={href('/admin/shop')}>
      <p>
        ここで決めた値が、お店を用意したときの値の代わりに使われます。変える前に、お客様に見えるところを確かめられます。
      </p>
      <DeskLinks label="設定" links={links} />
    </DeskPage>
  )
}
