import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { Chip, Chips } from '~/ui/filters.tsx'
import type { SearchHints } from '../search.rules.ts'
import css from './nothing-found.module.css'

/** Instead of an empty list: why, and the ways on. `wider` leads to the search without what narrows it besides. */
export function NothingFound({
  said,
  q,
  hints: { near, hasWord },
  wider,
  searched,
  children,
}: {
  readonly said: string
  readonly q: string
  readonly hints: SearchHints
  readonly wider: string | null
  /** The address of this list that searches for a word. */
  readonly searched: (word: string) => string
  readonly children: ReactNode
}) {
  return (
    <EmptyBox said={hasWord ? said : 'さがすことばを入力してください。記号だけでは、さがせません。'}>
      {q === '' || !hasWord ? null : (
        <ul className={css.hints}>
          {wider === null ? null : (
            <li>
              <Link to={wider}>しぼりこみを外して「{q}」をさがす</Link>
            </li>
          )}
          <li>「花柄」より「花」のように、短いことばでさがす</li>
          <li>漢字とひらがなを変えてさがす（カタカナとひらがなは、どちらでも見つかります）</li>
        </ul>
      )}
      {near.length === 0 ? null : (
        <div className={css.near}>
          <h3>近いことば</h3>
          <Chips name="近いことば">
            {near.map((word) => (
              <Chip key={word} to={searched(word)}>
                {word}
              </Chip>
            ))}
          </Chips>
        </div>
      )}
      <p className={css.ways}>{children}</p>
    </EmptyBox>
  )
}
