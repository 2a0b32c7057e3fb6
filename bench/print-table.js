/** A column without a heading holds words, others numbers. */
export const printTable = (rows) => {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const isWords = (column) => rows[0][column] === ''
  for (const row of rows)
    console.log(
      row
        .map((cell, at) => (isWords(at) ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
        .join('   ')
        .trimEnd(),
    )
}
