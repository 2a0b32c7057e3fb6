import { Fragment, type ReactNode } from 'react'

const phrases =
  /キット$|（?[ァ-ヺー]+?(?=キット$)|（?(?:\p{Script=Han}(?=[ァ-ヺー]))?[ァ-ヺー]+[^ァ-ヺー（・、。]*[・、。]*|（?[^ァ-ヺー（・、。]+[・、。]*|[・、。]+|（/gu

/**
 * A name that may also break before katakana, after ・ and before its last word キット: browsers take them for one phrase. Safari and
 * Firefox break it nowhere else (base.css).
 */
export const inPhrases = (name: string): ReactNode =>
  name.match(phrases)?.map((phrase, at) => (
    <Fragment key={at}>
      {phrase}
      <wbr />
    </Fragment>
  ))
