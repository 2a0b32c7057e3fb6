import { z } from 'zod'
import { allMigrations } from '../../../db/migrations/all-migrations.ts'
import { BackupRefused } from './refusals.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** Below `images`, without hidden folders or `..`. */
const path = z
  .string()
  .max(300)
  .regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[^/\\\0][^\\\0]*$/)

const manifestSchema = z.object({
  program: z.literal('nuno-square'),
  format: z.int(),
  /** Epoch ms when the snapshot began. */
  madeAt: z.int(),
  /** The id of its shop (D67); older backups have none. */
  shop: z.string().optional(),
  engine: z.enum(['sqlite', 'postgres']),
  lastMigration: z.string(),
  database: z.object({
    sha256,
    bytes: z.int(),
    tables: z.record(z.string(), z.object({ rows: z.int(), checksum: z.string() })),
  }),
  /** Paid orders by day in Tokyo, and their sum in yen. */
  days: z.array(z.object({ day: z.string(), orders: z.int(), sum: z.int() })),
  troubles: z.array(z.string()),
  /** Pictures and PDFs; `stored` is the name beside the archive. */
  files: z.array(
    z.object({
      path,
      sha256,
      bytes: z.int(),
      stored: z.string().regex(/^[0-9a-f]{64}(\.[0-9a-f]{32}\.age)?$/),
    }),
  ),
})

export type Manifest = z.infer<typeof manifestSchema>
export type BackupFile = Manifest['files'][number]

export const manifestFormat = 1

/** Throws BackupRefused for anything else, or a newer version's manifest. */
export const readManifest = (text: string): Manifest => {
  const json = jsonOf(text)
  const head = z.object({ program: z.literal('nuno-square'), format: z.int() }).safeParse(json)
  if (!head.success) throw new BackupRefused('no-backup')
  if (head.data.format > manifestFormat) throw new BackupRefused('newer')
  const parsed = manifestSchema.safeParse(json)
  if (!parsed.success) throw new BackupRefused('broken')
  if (!Object.hasOwn(allMigrations, parsed.data.lastMigration)) throw new BackupRefused('newer')
  return parsed.data
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
