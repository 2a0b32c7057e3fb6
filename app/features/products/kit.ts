import { listQuery } from '~/kernel/list-address.ts'
import { nfkc } from '~/kernel/text.ts'
import { type Choice, type Narrowing, narrowingParameters } from './listing.rules.ts'
import type { ProductOfPage, SellableProduct } from './rules.ts'

/** In their order (P20); 'other' is whatever is none of the three. */
export const kitLevels = ['beginner', 'intermediate', 'advanced', 'other'] as const
export type KitLevel = (typeof kitLevels)[number]

/** `createdAt` in epoch ms; null for when it was first stored. */
export interface KitToStore {
  readonly id: string
  readonly name: string
  /** Of the name, in kana. */
  readonly reading?: string
  readonly price: string
  readonly level: KitLevel
  readonly fabricSize: string
  /** Numbers of fabrics that go with it, and addresses of further pictures, one a line. */
  readonly fabricNumbers?: string
  readonly moreImages?: string
  readonly comment: string
  readonly imageUrl: string
  readonly createdAt: number | null
}

/** `createdAt` in epoch ms. */
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

export const levelName = (level: KitLevel): string => names[level]

/** The level that a text names, in English or Japanese (P20). */
export const levelOf = (text: string): KitLevel => {
  const wanted = nfkc(text).trim().toLowerCase()
  return kitLevels.find((level) => wanted === level || wanted === names[level]) ?? 'other'
}

/** In their known order: the buttons beside すべて (P20). */
export const distinctLevels = (levels: readonly KitLevel[]): KitLevel[] =>
  kitLevels.filter((level) => levels.includes(level))

/** What a kit's page shows. */
export interface KitOfPage extends Kit, ProductOfPage {
  /** Numbers of fabrics that go with it, which may not be sold now. */
  readonly fabricNumbers: readonly string[]
}

/** The list that an address asks for; `level` is null for all kits, `count` the most cards. */
export interface KitListing extends Narrowing {
  readonly level: KitLevel | null
  readonly count: number
}

/** The list of everything, its first page. */
export const allKits = (pageSize: number): KitListing => ({
  q: '',
  level: null,
  price: null,
  order: 'usual',
  count: pageSize,
})

/** `total` counts what was asked for, `levels` are those of all kits. */
export interface KitPage {
  readonly kits: readonly Kit[]
  readonly total: number
  readonly levels: readonly KitLevel[]
  readonly prices: readonly Choice<number>[]
}

/** The query of a list's address, without defaults. */
export const kitListingQuery = (listing: KitListing, pageSize: number): string => {
  const { q, price, sort } = narrowingParameters(listing)
  return listQuery({ q, level: listing.level ?? '', price, sort }, listing.count, pageSize)
}
