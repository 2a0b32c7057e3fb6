const mostLines = 200

/** Lists files below `images` for the owner, each with where it is shown, if that is known. */
export const fileLines = (
  files: readonly { readonly path: string; readonly shownBy: string }[],
): string[] => [
  ...files.slice(0, mostLines).map(({ path, shownBy }) => `  ${path}${shownBy === '' ? '' : `：${shownBy}`}`),
  ...(files.length > mostLines ? [`  ほか${files.length - mostLines}枚`] : []),
]
