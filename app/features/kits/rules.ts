import type { SellableProduct } from '~/features/catalogue/rules.ts'
import { nfkc } from '~/kernel/japanese-text.ts'
import { listQuery } from '~/kernel/list-address.ts'

/** The levels in their order (P20); 'other' stands for whatever is none of the three. */
export const kitLevels = ['beginner', 'intermediate', 'advanced', 'other'] as const
export type KitLevel = (typeof kitLevels)[number]

/** A kit as its owner states it. `createdAt` in epoch ms; null for when it was first stored. */
export interface KitToStore {
  readonly id: string
  readonly name: string
  readonly price: string
  readonly level: KitLevel
  readonly fabricSize: string
  readonly comment: string
  readonly imageUrl: string
  readonly createdAt: number | null
}

/** A kit that is shown: a product with what its page says beyond one. `createdAt` in epoch ms. */
export interface Kit extends SellableProduct {
  readonly level: KitLevel
  readonly fabricSize: string
  readonly createdAt: number
}

const names: Readonly<Record<KitLevel, string>> = {
  beginner: '初級',
  intermediate: '中級',
  advanced: '上級',
  other: 'その他',
}

/** The level as it is read. */
export const levelName = (level: KitLevel): string => names[level]

/** The level that a text names, in English or Japanese; 'other' for an empty or unknown one (P20). */
export const levelOf = (text: string): KitLevel => {
  const wanted = nfkc(text).trim().toLowerCase()
  return kitLevels.find((level) => wanted === level || wanted === names[level]) ?? 'other'
}

/** The distinct levels among `levels` in their known order: the buttons beside すべて (P20). */
export const distinctLevels = (levels: readonly KitLevel[]): KitLevel[] =>
  kitLevels.filter((level) => levels.includes(level))

/** What the address asks for: kits of one level (null for all), and how many cards at most. */
export interface KitListing {
  readonly level: KitLevel | null
  readonly count: number
}

/** The query of the list's address. */
export const kitListingQuery = ({ level, count }: KitListing, pageSize: number): string =>
  listQuery({ level: level ?? '' }, count, pageSize)
