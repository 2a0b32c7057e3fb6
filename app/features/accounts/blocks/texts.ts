import type { MemberNotice } from '~/features/accounts/profile/recipe-notices.texts.ts'
import { type Refusals, tooManyRequests } from '~/kernel/refusal.ts'
import { mostBlocks } from './rules.ts'

const blockRefusalNames = [
  'not_signed_in',
  'no_such_member',
  'herself',
  'too_many_blocks',
  'too_many',
] as const
export type BlockRefusal = (typeof blockRefusalNames)[number]

export const blockRefusals: Refusals<BlockRefusal | 'failed'> = {
  not_signed_in: { status: 401, text: 'ログアウトされています。もう一度ログインしてください。' },
  no_such_member: { status: 404, text: 'この会員は、もういません。' },
  herself: { status: 422, text: 'ご自分をブロックすることはできません。' },
  too_many_blocks: {
    status: 409,
    text: `ブロックできるのは${mostBlocks}人までです。マイページの設定でどなたかのブロックを解除してから、もう一度お試しください。`,
  },
  too_many: tooManyRequests,
  failed: { status: 500, text: '何も変わっていません。しばらくしてから、もう一度お試しください。' },
}

const failed = { on: 'ブロックできませんでした。', off: 'ブロックを解除できませんでした。' } as const

export const blockFailureText = (on: boolean, reason: keyof typeof blockRefusals): string =>
  `${failed[on ? 'on' : 'off']}${blockRefusals[reason].text}`

export const blockedText = (name: string): string => `${name}さんをブロックしました。`
export const unblockedText = (name: string): string => `${name}さんのブロックを解除しました。`

/** Of a press without script: which way it was meant is part of the name, for the notice says that this did not happen. */
export const blockRefusalNotice = (on: boolean, reason: BlockRefusal | 'failed'): string =>
  `${on ? 'block' : 'unblock'}-${reason.replaceAll('_', '-')}`

const notices: ReadonlyMap<string, MemberNotice> = new Map([
  [
    'block-on',
    { kind: 'good', text: 'ブロックしました。解除は、会員のページか、マイページの設定でできます。' },
  ],
  ['block-off', { kind: 'good', text: 'ブロックを解除しました。' }],
  ...[true, false].flatMap((on) =>
    ([...blockRefusalNames, 'failed'] as const).map((reason): [string, MemberNotice] => [
      blockRefusalNotice(on, reason),
      { kind: 'error', text: blockFailureText(on, reason) },
    ]),
  ),
])

/** By name in `?notice=`, after a press without script. */
export const blockNotice = (name: string | null): MemberNotice | undefined =>
  name === null ? undefined : notices.get(name)
