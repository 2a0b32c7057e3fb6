const levenshtein = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [above, letter] of [...from].entries()) {
    const next = [above + 1]
    for (let at = 0; at < to.length; at += 1)
      next.push(
        Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (letter === to[at] ? 0 : 1)),
      )
    row = next
  }
  return row.at(-1) ?? 0
}

/** The word that was probably meant; undefined when more than a third of each differs. */
export const nearestWord = (word: string, words: readonly string[]): string | undefined => {
  const plain = (text: string) => text.toLowerCase().replace(/[-_\s]/g, '')
  const ranked = words
    .map((known) => ({ known, far: levenshtein(plain(word), plain(known)) }))
    .sort((a, b) => a.far - b.far)
  const [best] = ranked
  return best !== undefined && best.far <= Math.ceil(best.known.length / 3) ? best.known : undefined
}
