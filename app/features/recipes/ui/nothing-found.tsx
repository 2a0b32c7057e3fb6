import { Link } from 'react-router'
import { href } from '~/href.ts'
import { hasNoWord, nearWords } from '~/kernel/search-text.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { Chip, Chips } from '~/ui/filters.tsx'
import { type Listing, listingPath, recipesPerPage, searchPath } from '../list.rules.ts'
import css from './recipe-search.module.css'

/** What else to look for, and an invitation to post. */
export function NothingFound({
  listing,
  keywords,
}: {
  readonly listing: Listing
  readonly keywords: readonly string[]
}) {
  const { q, level, situation } = listing
  const isNarrowed = level !== null || situation !== null
  const near = nearWords(q)
  return (
    <EmptyBox said={saidOf(listing)}>
      {q === '' ? null : (
        <ul className={css.hints}>
          {isNarrowed ? (
            <li>
              <Link
                to={listingPath({
                  ...listing,
                  level: null,
                  situation: null,
                  category: '',
                  count: recipesPerPage,
                })}
              >
                しぼりこみを外して「{q}」をさがす
              </Link>
            </li>
          ) : null}
          <li>「がま口」「巾着」のように、短いことばでさがす</li>
          <li>漢字とひらがなを変えてさがす（カタカナとひらがなは、どちらでも見つかります）</li>
        </ul>
      )}
      <Words name="近いことば" words={near} />
      <Words name="人気のキーワード" words={keywords} />
      <p className={css.invitation}>あなたがつくったものを、最初の一点にしませんか。</p>
      <p className={css.ways}>
        <ButtonLink to={href('/gallery/upload')}>作品を投稿する</ButtonLink>
        <ButtonLink to={href('/gallery/search')} look="secondary">
          すべての作品を見る
        </ButtonLink>
      </p>
    </EmptyBox>
  )
}

const saidOf = (listing: Listing): string => {
  const { q, level, situation } = listing
  if (hasNoWord(q)) return 'さがすことばを入力してください。記号だけでは、さがせません。'
  const narrowed = [level?.name, situation?.name].filter((name) => name !== undefined).join('・')
  if (q !== '') return `「${q}」に合う${narrowed === '' ? '' : `${narrowed}の`}作品は見つかりませんでした。`
  return narrowed === '' ? 'まだ作品はありません。' : `${narrowed}の作品は、まだありません。`
}

function Words({ name, words }: { readonly name: string; readonly words: readonly string[] }) {
  if (words.length === 0) return null
  return (
    <div className={css.words}>
      <h2>{name}</h2>
      <Chips name={name}>
        {words.map((word) => (
          <Chip key={word} to={searchPath({ q: word })}>
            {word}
          </Chip>
        ))}
      </Chips>
    </div>
  )
}
