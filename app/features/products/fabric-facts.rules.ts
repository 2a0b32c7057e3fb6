/** What is told of a fabric beside its text. Short, for lists of fabrics bring it to every browser. */
export interface FabricFacts {
  readonly colour: string
  readonly material: string
  readonly width: string
  readonly thickness: string
  readonly washing: string
}

export type FactName = keyof FabricFacts

export const eachFact = <T>(of: (name: FactName) => T) =>
  ({
    colour: of('colour'),
    material: of('material'),
    width: of('width'),
    thickness: of('thickness'),
    washing: of('washing'),
  }) satisfies Record<FactName, T>

/** '' for what is not told; kits tell none. */
export const noFacts: FabricFacts = eachFact(() => '')

/** In characters. Longer brackets at the beginning of a description hold a sentence (P27). */
export const longestColour = 16
