import { Picture } from '~/features/pictures/ui/picture.tsx'
import { ButtonOutLink } from '~/ui/button.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { inPhrases } from '~/ui/phrases.tsx'
import type { ShownLink } from '../rules.ts'
import css from './collaboration-list.module.css'

// Tells search engines that the link may be paid for (P11).
const rel = 'sponsored ugc nofollow'

/** `contract` is shown beside each link to the outside store (L1). */
export function CollaborationList({
  links,
  contract,
}: {
  readonly links: readonly ShownLink[]
  readonly contract: string
}) {
  if (links.length === 0) return <EmptyBox>ただいまご紹介しているコラボ商品はありません。</EmptyBox>
  return (
    <ul className={css.cards}>
      {links.map((link) => (
        <Collaboration key={link.id} link={link} contract={contract} />
      ))}
    </ul>
  )
}

function Collaboration({
  link: { title, price, imageUrl, picture, applyUrl, influencerUrl },
  contract,
}: {
  readonly link: ShownLink
  readonly contract: string
}) {
  return (
    <li className={css.card}>
      <Picture
        className={css.picture}
        url={picture ?? imageUrl}
        alt={title}
        sizes="(min-width: 44rem) 32rem, 60vw"
        side={600}
      />
      <div className={css.words}>
        <p className={css.badge}>PR／広告</p>
        <h3 className={css.title}>{inPhrases(title)}</h3>
        {price === '' ? null : <p className={css.price}>{price}</p>}
        {applyUrl === null ? (
          <p className="soft">ただいまお申し込みを受け付けていません。</p>
        ) : (
          <>
            <ButtonOutLink href={applyUrl} rel={rel} look="primary" wide>
              <span>
                申し込む<span className={css.outside}>（外部サイトへ）</span>
              </span>
            </ButtonOutLink>
            <p className="soft">{contract}</p>
          </>
        )}
        {influencerUrl === null ? null : (
          <ButtonOutLink href={influencerUrl} rel={rel} wide>
            <span>
              インフルエンサーのページ<span className={css.outside}>（外部サイトへ）</span>
            </span>
          </ButtonOutLink>
        )}
      </div>
    </li>
  )
}
