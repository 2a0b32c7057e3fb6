import { useState } from 'react'
import { useLocation } from 'react-router'
import { playerAddress, videoIdOf } from '~/features/recipes/recipe.rules.ts'
import { isLoadedHere } from '~/features/recipes/ui/recipe-explanation.tsx'
import { Button } from '~/ui/button.tsx'
import { OutLink } from '~/ui/out-link.tsx'
import css from './recipe-editor.module.css'

/** The video that was typed, from YouTube only once it is asked for (R7). */
export function VideoPreview({ address }: { readonly address: string }) {
  const id = videoIdOf(address.normalize('NFKC'))
  return id === null ? null : <Preview key={id} id={id} />
}

function Preview({ id }: { readonly id: string }) {
  const { pathname } = useLocation()
  const [isShown, setShown] = useState(false)
  return (
    <div className={css.video}>
      {!isShown ? (
        <Button look="secondary" onClick={() => setShown(true)}>
          ▶ 動画を確かめる
        </Button>
      ) : isLoadedHere(pathname) ? (
        <iframe
          className={css.player}
          src={playerAddress(id)}
          title="動画のプレビュー"
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          // The player refuses pages that send no referrer.
          referrerPolicy="strict-origin-when-cross-origin"
          allowFullScreen
        />
      ) : (
        // The loaded page's policy allows no player: the still shows whether it is the right video.
        <img
          className={css.player}
          src={`https://i.ytimg.com/vi/${id}/hqdefault.jpg`}
          alt="動画の1コマ"
          width="480"
          height="270"
        />
      )}
      <p className="small">
        確かめるときは、YouTube（外部サイト）に接続します。{' '}
        <OutLink href={`https://www.youtube.com/watch?v=${id}`}>YouTubeで開く</OutLink>
      </p>
    </div>
  )
}
