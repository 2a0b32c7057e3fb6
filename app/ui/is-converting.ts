import type { KeyboardEvent } from 'react'

/** Whether the key belongs to a kana conversion; Safari reports 229 for the Enter that ends one (R15). */
export const isConverting = ({ keyCode, nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === 229
