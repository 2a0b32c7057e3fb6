import { coloursTyped, sameColours } from '~/features/products/facets.rules.ts'
import { colourKanji, meantColours, meantWords, nearWords, sameWords } from './default-words.ts'
import { comparedWords, type OtherWords, type WordTable } from './rules.ts'

const tableOf = (
  groups: readonly (readonly string[])[],
  near: Readonly<Record<string, readonly string[]>>,
  meant: Readonly<Record<string, readonly string[]>>,
) => {
  const same = new Map<string, readonly string[]>([['', []]])
  for (const group of groups) {
    const words = comparedWords(group)
    for (const word of words)
      same.set(word, [...(same.get(word) ?? []), ...words.filter((other) => other !== word)])
  }
  const table = new Map<string, OtherWords>(
    [...same].map(([word, others]) => [word, { same: others, near: [] }]),
  )
  for (const [word, others] of Object.entries(near)) {
    const [compared = ''] = comparedWords([word])
    const spellings = [compared, ...(same.get(compared) ?? [])]
    const found = comparedWords([...others, ...others.flatMap((other) => spellingsOf(other, same))])
    for (const spelling of spellings) {
      const known = table.get(spelling)?.same ?? []
      table.set(spelling, { same: known, near: found.filter((other) => !spellings.includes(other)) })
    }
  }
  for (const [word, others] of [...Object.entries(meant), ...slipsIn(table.keys())]) {
    const [typed = ''] = comparedWords([word])
    const found = comparedWords(others)
    const known = found.map((other) => ({
      same: [other, ...(table.get(other)?.same ?? [])],
      near: table.get(other)?.near ?? [],
    }))
    const add = (words: readonly string[], more: readonly string[]) =>
      [...new Set([...words, ...more])].filter((each) => each !== typed)
    table.set(typed, {
      same: add(
        table.get(typed)?.same ?? [],
        known.flatMap(({ same }) => same),
      ),
      near: add(
        table.get(typed)?.near ?? [],
        known.flatMap(({ near }) => near),
      ),
    })
  }
  return table
}

/** バック is typed for バッグ. */
const slipsIn = (words: Iterable<string>): Array<readonly [string, readonly string[]]> =>
  [...words]
    .filter((word) => word.includes('ばっぐ'))
    .map((word) => [word.replaceAll('ばっぐ', 'ばっく'), [word]] as const)

const spellingsOf = (word: string, same: ReadonlyMap<string, readonly string[]>) =>
  comparedWords([word]).flatMap((compared) => same.get(compared) ?? [])

/** In running text a single kanji is mostly part of another word (空, 水, 茶). */
const isColourInText = (word: string): boolean => [...word].length > 1 || colourKanji.includes(word)

/** Not for fabrics, whose index has all words of a colour (P32): 赤 as a part of other words would be found there. */
const families: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  coloursTyped.map(({ name, shades }) => [
    name,
    shades.filter((word) => word !== name && isColourInText(word)),
  ]),
)

const meantFamilies: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  coloursTyped.flatMap(({ name, typed }) =>
    [`${name}色`, ...typed].filter((word) => word !== name).map((word) => [word, [name]]),
  ),
)

const coloursInText = sameColours.map((words) => words.filter(isColourInText))

/** The built-in words (W30) for fabrics. */
export const defaultTable: WordTable = tableOf([...sameWords, ...coloursInText], nearWords, meantWords)

/** `defaultTable` with colour families, for what is searched by its texts: 青 also finds 藍, and ブルー what 青 finds. */
export const defaultTableOfRecipes: WordTable = tableOf(
  [...sameWords, ...coloursInText],
  { ...nearWords, ...families },
  { ...meantWords, ...meantFamilies, ...meantColours },
)
