import { useState } from 'react'
import { Button } from '~/ui/button.tsx'
import { OutLink } from '~/ui/out-link.tsx'
import { playerAddress, videoIdOf } from '../video.rules.ts'
import css from './recipe-editor.module.css'

/** The video that was typed, from YouTube only once it is asked for (R7). */
export function VideoPreview({ address }: { readonly address: string }) {
  const id = videoIdOf(address.normalize('NFKC'))
  return id === null ? null : <Player key={id} id={id} />
}

function Player({ id }: { readonly id: string }) {
  const [isShown, setShown] = useState(false)
  return (
    <div className={css.video}>
      {isShown ? (
        <iframe
          className={css.player}
          src={playerAddress(id)}
          title="動画のプレビュー"
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
          allowFullScreen
        />
      ) : (
        <Button look="secondary" onClick={() => setShown(true)}>
          ▶ 動画を確かめる
        </Button>
      )}
      <p className={css.hint}>
        再生すると、YouTube（外部サイト）に接続します。
        <OutLink href={`https://www.youtube.com/watch?v=${id}`}>YouTubeで開く</OutLink>
      </p>
    </div>
  )
}
