/** `image` may be empty. */
export interface Curated {
  readonly id: string
  readonly name: string
  readonly image: string
}

/** Shown only when the list cannot be read (A23). */
export const builtInKeywords: readonly Curated[] = [
  { id: 'bag', name: 'バッグ', image: '' },
  { id: 'cushion', name: 'クッション', image: '' },
  { id: 'kids', name: 'キッズ', image: '' },
  { id: 'cotton', name: 'コットン', image: '' },
]

/** As `builtInKeywords`; searches understand their ids. */
export const builtInSituations: readonly Curated[] = [
  { id: 'elementary-school', name: '小学校', image: '' },
  { id: 'kindergarten', name: '幼稚園', image: '' },
  { id: 'grandparents', name: 'おじいちゃん・おばあちゃん', image: '' },
  { id: 'gift', name: 'ギフト', image: '' },
]
