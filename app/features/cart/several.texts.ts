/** `short`: products of which fewer units came in than were asked for. */
export interface AddedSeveral {
  readonly kinds: number
  readonly quantity: number
  readonly short: ReadonlyArray<{ readonly name: string; readonly asked: number; readonly added: number }>
}

const namesInWords = 2

/** C24. */
export const severalText = ({ kinds, quantity, short }: AddedSeveral): string => {
  if (kinds === 0 && short.length === 0) return '材料は、すでにカートに入っています。'
  const added = kinds === 0 ? '' : `材料${kinds}種類（${quantity}点）をカートに入れました。`
  return `${added}${namedShort(short, ({ name, asked, added: units }) =>
    units === 0
      ? `「${name}」は入れられませんでした。`
      : `「${name}」は、ご希望の${asked}枚のうち${units}枚だけです。`,
  )}`
}

type Short = AddedSeveral['short'][number]

const namedShort = (short: readonly Short[], inWords: (one: Short) => string): string => {
  const others = short.length - namesInWords
  const shorts = short.slice(0, namesInWords).map(inWords)
  return `${shorts.join('')}${others > 0 ? `ほか${others}種類も、ご希望の数に足りません。` : ''}`
}

/** Before a press: which products would come in with fewer units than are asked for (C27); '' for none. */
export const shortAheadText = (short: readonly Short[]): string =>
  namedShort(short, ({ name, asked, added }) =>
    added === 0
      ? `「${name}」は、これ以上は入りません。`
      : `「${name}」は、${asked}枚のうち${added}枚だけ入ります。`,
  )

export const takenBackText = 'まとめて入れた材料を、カートから取り出しました。'
