/** Until somebody curates the lists, and when they cannot be read (A23). */
export const builtInKeywords: readonly string[] = ['バッグ', 'クッション', 'キッズ', 'コットン']

export const builtInSituations: ReadonlyArray<{ readonly id: string; readonly name: string }> = [
  { id: 'elementary-school', name: '小学校' },
  { id: 'kindergarten', name: '幼稚園' },
  { id: 'grandparents', name: 'おじいちゃん・おばあちゃん' },
  { id: 'gift', name: 'ギフト' },
]
