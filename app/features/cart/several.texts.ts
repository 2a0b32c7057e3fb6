export interface AddedSeveral {
  readonly kinds: number
  readonly quantity: number
  readonly short: readonly string[]
}

const namesInWords = 2

export const severalText = ({ kinds, quantity, short }: AddedSeveral): string => {
  if (kinds === 0 && short.length === 0) return '材料は、すでにカートに入っています。'
  const added = kinds === 0 ? '' : `材料${kinds}種類（${quantity}点）をカートに入れました。`
  if (short.length === 0) return added
  const others = short.length - namesInWords
  const names = short.slice(0, namesInWords).map((name) => `「${name}」`)
  return `${added}${names.join('')}${others > 0 ? `ほか${others}種類` : ''}は、ご希望の数が入りませんでした。`
}

export const takenBackText = 'まとめて入れた材料を、カートから出しました。'
