import { createContext, useContext } from 'react'
import { href } from '~/href.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { LostNotice } from '~/ui/lost-notice.tsx'
import { PasskeyPress, type PasskeyUse, type PressFailure } from '~/ui/passkey-press.tsx'

const OfferContext = createContext(false)

/** Whether the person has a passkey for this site. */
export const PasskeyOffer = OfferContext.Provider

export const usePasskeyOffer = (): boolean => useContext(OfferContext)

/** `out`: signed out meanwhile. */
const optionsOfDoor = async (does: PasskeyUse): Promise<Result<unknown, 'out' | 'failed'>> => {
  const answer = await fetch(href('/admin/passkey', { for: does }))
  if (answer.status === 404) return refused('out')
  return answer.ok ? ok(await answer.json()) : refused('failed')
}

/** Asks the device and submits the surrounding form with the answer in the field `name`. Hidden where no passkeys are (W64). */
export function PasskeyButton({
  name,
  does,
  children,
}: {
  readonly name: string
  readonly does: PasskeyUse
  readonly children: string
}) {
  return (
    <PasskeyPress
      name={name}
      does={does}
      options={() => optionsOfDoor(does)}
      failure={(why) => <Failure why={why} does={does} />}
    >
      {children}
    </PasskeyPress>
  )
}

const failed = { use: '確かめられませんでした。', create: '設定できませんでした。' } as const

function Failure({ why, does }: { readonly why: PressFailure<'out'>; readonly does: PasskeyUse }) {
  if (why === 'known') return <p role="alert">この端末の顔・指紋は、もう設定してあります。</p>
  if (why === 'refused') return <p role="alert">この端末では{failed[does]}ほかの方法をお使いください。</p>
  return <LostNotice failed={`顔・指紋で${failed[does]}`} lost={why} />
}
