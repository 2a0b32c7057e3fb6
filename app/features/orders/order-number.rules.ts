/** Letters and digits that nobody mistakes for another, read aloud or written by hand. */
const plainSigns = '23456789ABCDEFGHJKLMNPQRTUVWXY'

/** How many of them a number has. */
export const orderNumberLength = 8

/** An order number such as K7P4-9WXD; each of the eight `randoms` is at least 0 and below 1. */
export const orderNumberFrom = (randoms: readonly number[]): string => {
  const signs = randoms
    .slice(0, orderNumberLength)
    .map((random) => plainSigns[Math.floor(random * plainSigns.length)] ?? '2')
  return `${signs.slice(0, 4).join('')}-${signs.slice(4).join('')}`
}

/** What a person typed for an order number, in its one spelling: blanks, case, width and the hyphen do not matter. */
export const orderNumberTyped = (text: string): string => {
  const signs = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
  return `${signs.slice(0, 4)}-${signs.slice(4)}`
}
