import { nfkc } from './text.ts'

const words = [
  '#?ref!',
  '#n/a',
  '#name\\?',
  '#(?:value|div/0|num|null|error|spill|calc|field|blocked|connect|unknown|busy|python|external)!',
  '#getting_data',
  '#{3,}',
  '(?:loading|読み込み中|読み込んでいます)(?:\\.{2,}|…+)',
]
const sheetError = new RegExp(`^(?:${words.join('|')})$`, 'i')

/**
 * Whether a cell is what Excel and Google Sheets show instead of a value (P36): #REF!, #N/A, #NAME?, Loading... while it is computed,
 * and #### where a column was too narrow to be copied.
 */
export const isSheetError = (cell: string): boolean => cell.length < 40 && sheetError.test(nfkc(cell).trim())
