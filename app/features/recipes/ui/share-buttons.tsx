import { useId, useState } from 'react'
import { Button, ButtonOutLink } from '~/ui/button.tsx'
import { shareLinks } from '../share.rules.ts'
import css from './share-buttons.module.css'

/** Links to networks, and a field to copy from (R20, R21). */
export function ShareButtons({ url, text }: { readonly url: string; readonly text: string }) {
  const id = useId()
  const [said, setSaid] = useState('')
  const copy = async () => {
    const field = document.getElementById(id)
    try {
      await navigator.clipboard.writeText(url)
      setSaid('リンクをコピーしました。')
    } catch {
      if (field instanceof HTMLInputElement) {
        field.focus()
        field.select()
      }
      setSaid('選んだリンクを長押しするか、コピーの操作をしてください。')
    }
  }
  return (
    <section id="share" aria-labelledby="share-heading" className="stack-3">
      <h2 id="share-heading">この作品を共有する</h2>
      <ul className="row-3">
        {shareLinks({ url, text }).map((way) => (
          <li key={way.id}>
            <ButtonOutLink href={way.href}>{way.name}</ButtonOutLink>
          </li>
        ))}
      </ul>
      <div className={`stack-3 ${css.copy}`}>
        <label htmlFor={id}>作品のリンク（Instagramなどに貼るとき）</label>
        <div className="row-2">
          <input
            id={id}
            type="url"
            name="url"
            readOnly
            value={url}
            className={css.field}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button look="secondary" onClick={() => void copy()}>
            コピー
          </Button>
        </div>
        <p role="status">{said}</p>
      </div>
    </section>
  )
}
