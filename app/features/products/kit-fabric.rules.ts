import { mostUnitsNeeded } from '~/features/products/rules.ts'
import { nfkc } from '~/kernel/text.ts'

/** Of a unit. */
const sideCm = 50

const cm = String.raw`(\d{1,3}(?:\.\d)?)(?:cm|センチ)`
/** 50cm×50cm 4枚, 50cm角 3枚続き, 50cm×150cm 1枚(50cm角なら3枚続き); without blanks. */
const told = new RegExp(
  String.raw`^${cm}(?:[×x]${cm}|角)(\d{1,2})枚(?:続き)?(?:\(50(?:cm|センチ)角なら(\d{1,2})枚(?:続き)?\))?$`,
)

/**
 * How many units of fabric the size of a kit's fabric tells, 1 to 99 (C29): pieces of at most a unit in straight rows where no
 * other way of laying needs less, strips of several units end to end, or what it says in units itself. Null where it tells no number, or
 * anything besides.
 */
export const unitsTold = (fabricSize: string): number | null => {
  const found = told.exec(nfkc(fabricSize).replace(/\s+/gu, '').replace(/[✕*]/gu, '×'))
  if (found === null) return null
  const [, first = '', second = first, pieces = '', inUnits] = found
  const units =
    inUnits === undefined ? unitsOf(Number(first), Number(second), Number(pieces)) : Number(inUnits)
  return units !== null && units >= 1 && units <= mostUnitsNeeded ? units : null
}

const unitsOf = (width: number, height: number, pieces: number): number | null => {
  const [narrow, long] = width < height ? [width, height] : [height, width]
  if (long > sideCm) return narrow === sideCm && long % sideCm === 0 ? pieces * (long / sideCm) : null
  const units = Math.ceil(pieces / (Math.floor(sideCm / narrow) * Math.floor(sideCm / long)))
  return units === leastUnits(narrow, long, pieces) ? units : null
}

/** No way of laying needs fewer, whether the units come apart or as one piece: by what fits side by side, or by area. */
const leastUnits = (narrow: number, long: number, pieces: number): number => {
  if (narrow > sideCm / 2) return Math.ceil((pieces * narrow) / sideCm)
  if (narrow < long) return Math.ceil((pieces * narrow * long) / sideCm ** 2)
  return Math.ceil((Math.ceil(pieces / Math.floor(sideCm / narrow)) * narrow) / sideCm)
}
