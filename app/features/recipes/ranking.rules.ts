import { facetsOf, facetWords } from '~/features/products/facets.rules.ts'
import { numberKey } from '~/features/products/rules.ts'
import { type MaterialTie, tiesOf } from '~/features/recipes/materials/rules.ts'
import { type Alternatives, closedUp, foldedAs, searchText } from '~/kernel/search-text.ts'
import { difficultyLevelOf } from './list.rules.ts'

/** The fields of a recipe in the order of their rank, as search compares them; a line for each tag and each line of materials (W47). */
export interface RankedText {
  readonly title: string
  readonly tags: string
  readonly materials: string
  /** The first sentence of the description; `body` has the others. */
  readonly lead: string
  readonly body: string
}

/** Counted up whenever what is read below changes: all recipes are then indexed again. */
const readAs = '1'

/** What a stored text was read from; with the author's name, for a process of the former release that renames her indexes as it reads (D51). */
export const readFromOf = (updatedAt: number, author: string): string =>
  `${readAs} ${foldedAs} ${updatedAt} ${author}`

interface RecipeToRead {
  readonly title: string
  readonly description: string
  readonly ingredients: readonly string[]
  readonly tags: readonly string[]
  readonly difficulty: string
  readonly ties: readonly MaterialTie[]
}

const firstSentence = /^[^。．！？!?\n]*[。．！？!?\n]?/u

/** The level's name counts as a tag; a product's number is read without its signs too: f1041 (W48). */
export const searchedTexts = ({ title, description, ingredients, tags, difficulty, ties }: RecipeToRead) => {
  const [lead = ''] = firstSentence.exec(description.trimStart()) ?? []
  const numbers = new Set(tiesOf({ ingredients, ties }).map(({ number }) => closedUp(numberKey(number))))
  return {
    title: [title],
    tags: [...tags, difficultyLevelOf(difficulty).name],
    materials: [...ingredients, ...ingredients.flatMap(coloursOfLine), ...numbers],
    lead: [lead],
    body: [description.trimStart().slice(lead.length)],
  }
}

/** A line says the colour of its cloth as a fabric does: 【藍】, which is found as 青 and ブルー too (W48). */
const coloursOfLine = (line: string): string[] =>
  (line.match(/【[^】]*】/gu) ?? []).map((description) => facetWords(facetsOf({ name: '', description })))

export const rankedText = (recipe: RecipeToRead): RankedText => {
  const texts = searchedTexts(recipe)
  const compared = (lines: readonly string[]) =>
    lines
      .map(searchText)
      .filter((line) => line !== '')
      .join('\n')
  return {
    title: compared(texts.title),
    tags: compared(texts.tags),
    materials: compared(texts.materials),
    lead: compared(texts.lead),
    body: compared(texts.body),
  }
}

/** Compared from the first to the last: less is better, but for `often`. */
export interface Rank {
  /** The field of the word that stands in the least of them: 0 the title, 4 the text, 5 none of them (its author). */
  readonly field: number
  /** Of all words together. */
  readonly fields: number
  /** How often and how near. */
  readonly often: number
}

/** A word counts so often in a field at most, so that nobody gains by repeating it. */
const mostOften = 5
/** A point for each of the alternatives: who looks for a bag for picture books wants what is 通園 and バッグ. */
const foundPoints = 1
/** Points for a word that is a whole tag or stands alone in the title, and for words beside each other; half of them within a sentence's length. */
const closePoints = 2
const nearPoints = 1
const besideWithin = 3
const nearWithin = 20

interface Held {
  readonly field: number
  readonly often: number
  readonly isWhole: boolean
  /** Where the word begins and ends in the text, and in which of its lines; in order, all of one length. */
  readonly places: ReadonlyArray<readonly [line: number, start: number, end: number]>
}

/** All fields in one text, which is searched many times, and where each of them ends. */
interface SearchedText {
  readonly all: string
  readonly ends: readonly number[]
}

const searchedText = ({ title, tags, materials, lead, body }: RankedText): SearchedText => {
  const fields = [title, tags, materials, lead, body]
  let end = -1
  return {
    all: fields.join('\n'),
    ends: fields.map((field) => {
      end += field.length + 1
      return end
    }),
  }
}

/** How well a recipe that has `words` answers them: where they stand, how often, and how near to each other (W47). */
export const rankOf = (words: readonly Alternatives[], text: RankedText): Rank => {
  const searched = searchedText(text)
  const held = words.map((alternatives) => heldIn(alternatives, searched))
  let [field, fields, often] = [0, 0, 0]
  for (const [at, word] of held.entries()) {
    field = Math.max(field, word.field)
    fields += word.field
    often += word.often + (word.isWhole ? closePoints : 0) + (at > 0 ? nearness(held[at - 1], word) : 0)
  }
  return { field, fields, often }
}

/** The best of the alternatives; of several words in one the least counts. */
const heldIn = (alternatives: Alternatives, text: SearchedText): Held => {
  let best: Held = { field: text.ends.length, often: 0, isWhole: false, places: [] }
  let often = 0
  for (const alternative of alternatives) {
    const parts = alternative.split(' ')
    if (!parts.every((part) => text.all.includes(part))) continue
    const held = parts.map((part) => partIn(part, text))
    const worst = held.reduce((least, part) => (part.field > least.field ? part : least))
    often += foundPoints + Math.min(...held.map((part) => part.often))
    if (worst.field < best.field || (worst.field === best.field && worst.isWhole && !best.isWhole))
      best = worst
  }
  return { ...best, often }
}

/** Only in title and tags a word counts more where it stands alone. */
const fieldsOfWhole = 2

const partIn = (part: string, { all, ends }: SearchedText): Held => {
  const places: Array<readonly [number, number, number]> = []
  let [first, often, isWhole] = [ends.length, 0, false]
  let [field, ofField, line, lineEnd] = [0, 0, 0, all.indexOf('\n')]
  for (let from = all.indexOf(part); from >= 0; from = all.indexOf(part, from + part.length)) {
    const end = from + part.length
    // ファスナーなし is no answer to ファスナー.
    if (all.startsWith('なし', end)) continue
    for (; from > (ends[field] ?? from); field += 1) ofField = 0
    for (; lineEnd >= 0 && lineEnd < from; lineEnd = all.indexOf('\n', lineEnd + 1)) line += 1
    first = Math.min(first, field)
    ofField += 1
    if (ofField <= mostOften) often += 1
    if (field < fieldsOfWhole && isParted(all, from - 1) && isParted(all, end)) isWhole = true
    places.push([line, from, end])
  }
  return { field: first, often, isWhole, places }
}

/** Whether a word ends before or begins after this place: words are parted by one blank, lines by a line break. */
const isParted = (text: string, at: number): boolean =>
  at < 0 || at >= text.length || text[at] === ' ' || text[at] === '\n'

/** Places stand in their order, so that the nearest two are found by one walk through both: a text of one repeated sign has thousands. */
const nearness = (one: Held | undefined, other: Held): number => {
  const [these, those] = [one?.places ?? [], other.places]
  let [points, at, otherAt] = [0, 0, 0]
  for (;;) {
    const [here, there] = [these[at], those[otherAt]]
    if (here === undefined || there === undefined) return points
    const [line, start, end] = here
    const [otherLine, otherStart, otherEnd] = there
    if (line === otherLine) {
      const between = Math.max(otherStart - end, start - otherEnd)
      if (between <= besideWithin) return closePoints
      if (between <= nearWithin) points = nearPoints
    }
    if (line < otherLine || (line === otherLine && end <= otherEnd)) at += 1
    else otherAt += 1
  }
}

interface Ranked {
  readonly rank: Rank
  readonly likes: number
  readonly createdAt: number
  readonly id: string
}

/** The best first; alike ones by popularity, then the newest. */
export const byRank = (a: Ranked, b: Ranked): number =>
  a.rank.field - b.rank.field ||
  a.rank.fields - b.rank.fields ||
  b.rank.often - a.rank.often ||
  b.likes - a.likes ||
  b.createdAt - a.createdAt ||
  (a.id < b.id ? 1 : -1)
