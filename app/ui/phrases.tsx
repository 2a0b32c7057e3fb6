import { Fragment, type ReactNode } from 'react'

const phrases = /キット$|（?[ァ-ー]+?(?=キット$)|（?[ァ-ー]*[^ァ-ー（]+|（?[ァ-ー]+|（/g

/** A name that may also break before katakana, and before its last word キット: browsers take them for one phrase. */
export const inPhrases = (name: string): ReactNode =>
  name.match(phrases)?.map((phrase, at) => (
    <Fragment key={at}>
      {phrase}
      <wbr />
    </Fragment>
  ))
