import { type MouseEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Picture } from '~/features/pictures/ui/picture.tsx'
import { defaultLogo, displayImageUrl } from '~/kernel/image-url.ts'
import { safeLink } from '~/kernel/links.ts'
import { Button, ButtonOutLink } from '~/ui/button.tsx'
import { Notice } from '~/ui/notice.tsx'
import { PlainText } from '~/ui/plain-text.tsx'
import { pdfOfRecipe, playerAddress, type ShownRecipe, sizeText } from '../recipe.rules.ts'
import css from './recipe-explanation.module.css'

export function Explanation({
  recipe,
  playsVideo,
}: {
  readonly recipe: ShownRecipe
  readonly playsVideo: boolean
}) {
  const { explanationType, videoId, websiteExplanation, pdfUrl } = recipe
  if (explanationType === 'video' && videoId !== null)
    return (
      <section id="video" aria-labelledby="video-heading" className="stack-4">
        <h2 id="video-heading">動画で見る</h2>
        <Video key={videoId} id={videoId} recipe={recipe} playsVideo={playsVideo} />
      </section>
    )
  if (explanationType === 'website' && websiteExplanation !== '')
    return (
      <section aria-labelledby="website-heading" className="stack-4">
        <h2 id="website-heading">くわしい説明</h2>
        <div className={css.text}>
          <PlainText text={websiteExplanation} rel="ugc nofollow" />
        </div>
      </section>
    )
  if (explanationType === 'pdf' && pdfUrl !== '')
    return (
      <section aria-labelledby="pdf-heading" className="stack-4">
        <h2 id="pdf-heading">PDFのつくり方</h2>
        <Pdf recipe={recipe} />
      </section>
    )
  return null
}

/** The policy that lets a page frame the player came with its document, so a page reached by script cannot. */
export const isLoadedHere = (pathname: string): boolean => {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded !== undefined && URL.parse(loaded.name)?.pathname === pathname
}

/** Contacts YouTube only after a press; without script the page reloads with the player (R7). */
function Video({
  id,
  recipe: { title, mainImageUrl },
  playsVideo,
}: {
  readonly id: string
  readonly recipe: ShownRecipe
  readonly playsVideo: boolean
}) {
  const { pathname } = useLocation()
  const [isPlaying, setPlaying] = useState(playsVideo)
  const play = (event: MouseEvent) => {
    if (!isLoadedHere(pathname)) return
    event.preventDefault()
    setPlaying(true)
  }
  if (isPlaying)
    return (
      <iframe
        className={css.player}
        src={playerAddress(id)}
        title={`${title}の動画`}
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        // The player refuses pages that send no referrer.
        referrerPolicy="strict-origin-when-cross-origin"
        allowFullScreen
      />
    )
  const hasPicture = displayImageUrl(mainImageUrl) !== defaultLogo
  return (
    <Link to={`${pathname}?video=1#video`} reloadDocument onClick={play} className={css.poster}>
      <span className={css.still}>
        {hasPicture ? (
          <Picture url={mainImageUrl} alt="" sizes="(min-width: 64rem) 40rem, 100vw" className={css.image} />
        ) : null}
        <svg className={css.triangle} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
          <circle cx="32" cy="32" r="31" />
          <path d="M26 20l20 12-20 12z" />
        </svg>
      </span>
      <span className={css.words}>
        <span className={css.play}>動画を再生</span>
        <span className="soft">再生すると、YouTube（外部サイト）に接続します。</span>
      </span>
    </Link>
  )
}

function Pdf({ recipe: { id, pdfUrl, pdfBytes } }: { readonly recipe: ShownRecipe }) {
  const [hasFailed, setFailed] = useState(false)
  if (pdfBytes === null) {
    const outside = safeLink(pdfUrl)
    return outside === null ? (
      <Notice kind="error">PDFは、いまは開けません。</Notice>
    ) : (
      <p>
        <ButtonOutLink href={outside} rel="ugc nofollow">
          PDFを開く（外部サイトへ）
        </ButtonOutLink>
      </p>
    )
  }
  const saved = pdfOfRecipe({ id, pdfUrl })
  const download = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const isThere = await fetch(saved, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    )
    setFailed(!isThere)
    if (isThere) window.location.assign(saved)
  }
  return (
    <>
      <p>
        <a className={css.pdf} href={saved} download onClick={(event) => void download(event)}>
          {`PDFをダウンロード（${sizeText(pdfBytes)}）`}
        </a>
      </p>
      {hasFailed ? (
        <Notice
          kind="error"
          actions={
            <Button look="quiet" onClick={() => setFailed(false)}>
              閉じる
            </Button>
          }
        >
          PDFのダウンロードに失敗しました。インターネットの接続を確かめて、もう一度お試しください。
        </Notice>
      ) : null}
    </>
  )
}
