import { href } from '~/href.ts'
import type { LostRequest } from './lost-request.ts'
import { bringIntoView, Notice } from './notice.tsx'

/** Why a press did not arrive, if it did not; `early` (N153) and of a drag `dropped` (N159): not sent, for another press was on its way. */
export type Lost = LostRequest['lost'] | 'early' | 'dropped' | null

/**
 * Stands below the pressed button, where it is seen in a long form; `failed` says what did not happen, and `unsure`, where money moves, that
 * nobody knows whether it happened although nothing was answered; the same press again is once (N162).
 */
export function LostNotice({
  failed,
  unsure,
  lost,
}: {
  readonly failed?: string | undefined
  readonly unsure?: string | undefined
  readonly lost: Lost
}) {
  if (lost === null) return null
  const mayHaveHappened = unsure !== undefined && (lost === 'unanswered' || lost === 'failed')
  const told = mayHaveHappened ? `${unsure}もう一度押しても、二重にはなりません。` : failed
  return (
    <div ref={bringIntoView}>
      <Notice kind="error">
        {told === undefined ? null : <p>{told}</p>}
        {lost === 'offline' || lost === 'unanswered' ? (
          <p>通信エラーが発生しました。インターネットへの接続をお確かめのうえ、もう一度お試しください。</p>
        ) : null}
        {lost === 'early' ? (
          <p>
            前に押したものを送っている途中だったので、まだ送っていません。入力した内容は残っています。もう一度押してください。
          </p>
        ) : null}
        {lost === 'dropped' ? (
          <p>
            前に押したものを送っている途中だったので、順番は変わっていません。もう一度、引いて動かしてください。
          </p>
        ) : null}
        {lost === 'moving' ? (
          <p>
            ただいまお店の引っ越し中で、しばらく受け付けを止めています。入力した内容はこのまま残っています。数分たってから、もう一度お試しください。
          </p>
        ) : null}
        {lost === 'out' ? (
          <p>
            ログインが終わっているか、この画面のものがもうありません。
            <a href={href('/gallery/login', { next: href('/admin') })} target="_blank" rel="noopener">
              新しいタブでログインし
            </a>
            、お店の机に入ってから、この画面に戻ってもう一度押してください。入力した内容は、このまま残っています。
          </p>
        ) : null}
        {lost === 'door' ? (
          <p>
            しばらく操作がなかったので、もう一度確かめます。
            <a href={href('/admin/enter')} target="_blank" rel="noopener">
              新しいタブでお店の机に入り
            </a>
            、この画面に戻ってもう一度押してください。入力した内容は、このまま残っています。
          </p>
        ) : null}
      </Notice>
    </div>
  )
}
