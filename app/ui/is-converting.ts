import type { KeyboardEvent } from 'react'

/** Whether a key belongs to the conversion of kana; 229 is what Safari says of the Enter that ends one (R15). */
export const isConverting = ({ keyCode, nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === 229
