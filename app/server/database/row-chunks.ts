/** Rows in one statement: far below the number of parameters that either engine takes. */
const rowsPerStatement = 250

/** The rows in parts that one statement can write. */
export const inChunks = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsPerStatement) }, (_, at) =>
    rows.slice(at * rowsPerStatement, (at + 1) * rowsPerStatement),
  )
