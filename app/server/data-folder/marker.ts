import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile, textOf } from '../whole-file.ts'

/** What a data folder remembers of its shop, so that another shop is not taken for it (D9). */
export interface Marker {
  /** The id in `shop_state`; null when the owner gave that shop up. */
  readonly id: string | null
  readonly engine: 'sqlite' | 'postgres'
  /** The least number of paid orders that the database must have. */
  readonly paidOrders: number
}

const markerSchema = z.object({
  id: z.string().min(1).nullable(),
  engine: z.enum(['sqlite', 'postgres']),
  paidOrders: z.int().min(0),
})

const fileName = 'shop-marker.json'

export const readMarker = async (dataDir: string): Promise<Marker | 'damaged' | undefined> => {
  const text = await textOf(join(dataDir, fileName))
  if (text === undefined) return undefined
  try {
    return markerSchema.parse(JSON.parse(text))
  } catch {
    return 'damaged'
  }
}

export const writeMarker = (dataDir: string, marker: Marker): Promise<void> =>
  replaceFile(dataDir, fileName, `${JSON.stringify(marker)}\n`)
