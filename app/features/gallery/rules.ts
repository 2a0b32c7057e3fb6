export const levels = [
  { id: 'beginner', name: '初級', dots: '●○○' },
  { id: 'intermediate', name: '中級', dots: '●●○' },
  { id: 'advanced', name: '上級', dots: '●●●' },
] as const

/** Until somebody curates the lists, and when they cannot be read (A23). */
export const builtInKeywords: readonly string[] = ['バッグ', 'クッション', 'キッズ', 'コットン']

export const builtInSituations: ReadonlyArray<{ readonly id: string; readonly name: string }> = [
  { id: 'elementary-school', name: '小学校' },
  { id: 'kindergarten', name: '幼稚園' },
  { id: 'grandparents', name: 'おじいちゃん・おばあちゃん' },
  { id: 'gift', name: 'ギフト' },
]

/** Path and query of a search: of words, or of a level or a situation, whose `category` is the heading alone (R22). */
export const searchPath = (search: Readonly<Record<string, string>>): string =>
  `/gallery/search?${new URLSearchParams(search)}`
