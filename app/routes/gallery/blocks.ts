import { redirect } from 'react-router'
import { takeBlock } from '~/features/accounts/blocks/endpoint.server.ts'
import { href } from '~/href.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/blocks'

export const loader = () => redirect(href('/gallery/mypage', { tab: 'settings' }))

/** Blocks a member, or ends that. */
export const action = ({ request, context }: Route.ActionArgs) => takeBlock(context.get(appContext), request)
