/** What the name of a kit ends in while the offer makes it free (S:L123). */
export const freeSuffix = ' (無料)'

/** The longest form that is recognised, '(free)', in characters. */
const longestMark = 6

/** The name without ' (無料)' and '(free)' at its end, however often they were added (C3). Other names stay as they are. */
export const plainName = (name: string): string => {
  let plain = name
  let rest = name.trimEnd()
  for (let mark = markAtEnd(rest); mark !== undefined; mark = markAtEnd(rest)) {
    plain = rest.slice(0, -mark.length).trimEnd()
    rest = plain
  }
  return plain
}

/** Does the name say that the offer made this kit free? */
export const saysFree = (name: string): boolean => markAtEnd(name.trimEnd()) !== undefined

// Looks at the last characters only, so that a long hostile name costs no more than a short one.
const markAtEnd = (name: string): string | undefined =>
  /\((?:無料|free)\)$/i.exec(name.slice(-longestMark))?.[0]
