import type { KitToStore } from '~/features/products/rules.ts'
import type { CuratedList } from '~/features/recipes/curation/rules.ts'
import type { RecipeInput } from '~/features/recipes/types.ts'
import type { LinkItem, NewsItem } from '~/features/shop/news-and-collaborations/rules.ts'

export interface FormerDocument {
  /** Such as recipes/abc/comments/def. */
  readonly path: string
  readonly data: Readonly<Record<string, unknown>>
  /** The place in the file, for people. */
  readonly place: string
}

/** `refused` stops the import, `note` tells what changes. */
export interface Remark {
  /** The document's place among all, from 0: by it a report is in the order of its file. */
  readonly at: number
  readonly place: string
  readonly path: string
  readonly what: 'refused' | 'note'
  readonly why: string
}

export interface FormerMember {
  readonly id: string
  readonly email: string
  readonly name: string
  /** Epoch ms. */
  readonly createdAt: number
  readonly joinDate: string
  readonly canUpload: boolean
  /** By column of `member_profile`. */
  readonly profile: Readonly<Record<ProfileColumn, string>>
  readonly achievements: readonly string[]
  readonly interests: readonly string[]
}

export const profileColumns = [
  'bio',
  'photoUrl',
  'instagram',
  'twitter',
  'youtube',
  'tiktok',
  'website',
  'facebook',
  'line',
  'hometown',
  'favoriteFood',
  'cookingStyle',
  'personalStory',
] as const
export type ProfileColumn = (typeof profileColumns)[number]

export interface RecipeOfDocument {
  readonly id: string
  readonly authorId: string
  readonly authorName: string
  readonly authorSns: string
  readonly content: RecipeInput
  readonly views: number
  readonly hidden: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

export interface FormerComment {
  readonly id: string
  readonly recipeId: string
  readonly authorId: string
  readonly authorName: string
  readonly text: string
  readonly hidden: boolean
  readonly createdAt: number
}

export interface FormerFavourite {
  readonly memberId: string
  readonly recipeId: string
  readonly title: string
  readonly author: string
  readonly mainImageUrl: string
  readonly createdAt: number
}

export interface FormerCurated {
  readonly list: CuratedList
  readonly id: string
  readonly name: string
  readonly image: string
  readonly order: number
}

/** A row to be written; pictures inside the document have stand-ins (`rules.ts`). */
export type FormerRow =
  | { readonly kind: 'member'; readonly row: FormerMember }
  | { readonly kind: 'recipe'; readonly row: RecipeOfDocument }
  | {
      readonly kind: 'like'
      readonly row: { readonly memberId: string; readonly recipeId: string; readonly createdAt: number }
    }
  | { readonly kind: 'favourite'; readonly row: FormerFavourite }
  | { readonly kind: 'comment'; readonly row: FormerComment }
  | { readonly kind: 'curated'; readonly row: FormerCurated }
  | { readonly kind: 'kit'; readonly row: KitToStore }
  | { readonly kind: 'link'; readonly row: LinkItem }
  | { readonly kind: 'news'; readonly row: NewsItem }

export type RowOfDocument = FormerRow & Pick<FormerDocument, 'place' | 'path'> & Pick<Remark, 'at'>

export type RowsOf<Kind extends RowOfDocument['kind']> = Extract<RowOfDocument, { readonly kind: Kind }>

export const rowsOf = <Kind extends RowOfDocument['kind']>(rows: readonly RowOfDocument[], kind: Kind) =>
  rows.filter((row): row is RowsOf<Kind> => row.kind === kind)
