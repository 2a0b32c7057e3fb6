import { type RefObject, useEffect, useRef, useState } from 'react'
import { href } from '~/href.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { LostNotice } from '~/ui/lost-notice.tsx'
import { Notice } from '~/ui/notice.tsx'
import { loadDevice, PasskeyPress, type PressFailure, submitAnswer } from '~/ui/passkey-press.tsx'

const options = async (): Promise<Result<unknown, 'failed'>> => {
  const answer = await fetch(href('/gallery/login/passkey'))
  return answer.ok ? ok(await answer.json()) : refused('failed')
}

/** Before a challenge of the shop ends. */
const askAgainMs = 4 * 60_000

/**
 * Offers her passkeys in the field of the address, where the browser has that; what she chooses is sent by the form. `round` begins
 * anew, since the device answers one question at a time.
 */
const useOfferInField = (field: RefObject<HTMLInputElement | null>, round: number): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further round asks again
  useEffect(() => {
    if (typeof PublicKeyCredential !== 'function') return
    if (!('isConditionalMediationAvailable' in PublicKeyCredential)) return
    let isOver = false
    let stop = () => {}
    const offer = async () => {
      const device = await loadDevice()
      if (isOver || !(await device.mayFill())) return
      stop = device.stopFilling
      const given = await options()
      if (isOver || !given.ok) return
      const answer = await device.fillByDevice(given.value)
      const { current } = field
      if (!isOver && answer !== undefined && current !== null) submitAnswer(current, answer)
    }
    // The form works without it.
    const start = () => void offer().catch(() => {})
    start()
    const timer = setInterval(start, askAgainMs)
    return () => {
      isOver = true
      clearInterval(timer)
      stop()
    }
  }, [round])
}

/** In the sign-in form: by a press, and in the field of the address. Nothing without script, or where no passkeys are (W64). */
export function PasskeySignIn() {
  const field = useRef<HTMLInputElement>(null)
  const [round, setRound] = useState(0)
  useOfferInField(field, round)
  return (
    <>
      <input ref={field} type="hidden" name="passkey" />
      <PasskeyPress
        name="passkey"
        field={field}
        does="use"
        options={options}
        onSettled={() => setRound((before) => before + 1)}
        failure={(why) => <Failure why={why} />}
      >
        パスキーでログイン
      </PasskeyPress>
    </>
  )
}

function Failure({ why }: { readonly why: PressFailure<'failed'> }) {
  if (why === 'refused' || why === 'known')
    return (
      <Notice kind="error">
        パスキーでログインできませんでした。取りやめたときは、もう一度お試しいただくか、メールアドレスとパスワードでログインしてください。
      </Notice>
    )
  return <LostNotice failed="パスキーでログインできませんでした。" lost={why} />
}
