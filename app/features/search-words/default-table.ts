import { colours, sameColours } from '~/features/products/facets.rules.ts'
import { colourKanji, nearWords, sameWords } from './default-words.ts'
import { comparedWords, type OtherWords, type WordTable } from './rules.ts'

const tableOf = (
  groups: readonly (readonly string[])[],
  near: Readonly<Record<string, readonly string[]>>,
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
  return table
}

const spellingsOf = (word: string, same: ReadonlyMap<string, readonly string[]>) =>
  comparedWords([word]).flatMap((compared) => same.get(compared) ?? [])

/** In running text a single kanji is mostly part of another word (空, 水, 茶). */
const isColourInText = (word: string): boolean => [...word].length > 1 || colourKanji.includes(word)

/** Only for recipes, which are searched by text: fabrics have their colour families in the index (P32). */
const families: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  colours.flatMap(({ name, words }) => {
    const near = words.filter((word) => word !== name && isColourInText(word))
    return [[name, near], ...(name.endsWith('色') ? [] : [[`${name}色`, [name, ...near]]])]
  }),
)

const coloursInText = sameColours.map((words) => words.filter(isColourInText))

/** The built-in words (W30) for products. */
export const defaultTable: WordTable = tableOf([...sameWords, ...coloursInText], nearWords)

/** `defaultTable` with colour families: 青 also finds 藍. */
export const defaultTableOfRecipes: WordTable = tableOf([...sameWords, ...coloursInText], {
  ...nearWords,
  ...families,
})
