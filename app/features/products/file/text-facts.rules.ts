import { factsIn } from '~/features/products/description.rules.ts'
import { describedFacts } from '~/features/products/desk/rules.ts'
import { type Cells, cellValue } from './columns.rules.ts'

type SomeCells = Partial<Cells>

/**
 * Moves facts written into a description (【藍】綿100%、巾110cm。) to their own columns unless those hold other values; otherwise each
 * import of the file would prepend them again.
 */
export const withFactsOfText = <C extends SomeCells>(cells: C): C => {
  if (cells.text === undefined) return cells
  const held = factsIn(cells.text.trim())
  const names = describedFacts.filter((name) => held[name] !== '')
  const isOther = names.some((name) => {
    const cell = cells[name] ?? ''
    return cell.trim() !== '' && cellValue(name, cell) !== cellValue(name, held[name])
  })
  if (names.length === 0 || isOther) return cells
  return { ...cells, ...Object.fromEntries(names.map((name) => [name, held[name]])), text: held.text }
}
