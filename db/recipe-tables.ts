import type { Generated } from 'kysely'

/** The uploads that a work refers to, written with it. */
export interface RecipeUploadTable {
  recipeId: string
  name: string
}

/** A work. Texts in JSON are checked when they are read. */
export interface RecipeTable {
  /** Made in the author's browser: posting twice makes one work (R19). */
  id: string
  /** Of `search_document`; null until it is indexed. */
  documentId: Generated<number | null>
  authorId: string
  /** As it was at posting; pages show the present one (R13). */
  authorName: string
  /** JSON, as `authorName`. */
  authorSns: string
  title: string
  description: string
  /** JSON lists. */
  ingredients: string
  steps: string
  affiliateProducts: string
  tags: string
  /** JSON: what the author tied to lines of `ingredients`. */
  materialTies: Generated<string>
  cookingTime: string
  difficulty: string
  explanationType: string
  youtubeUrl: string
  websiteExplanation: string
  pdfUrl: string
  mainImageUrl: string
  /** JSON: addresses of the photographs after `mainImageUrl`, which is the first. */
  moreImages: Generated<string>
  /** The number of rows in `recipe_like`. */
  likes: Generated<number>
  views: Generated<number>
  /** 1 when it is shown to its author alone (A7). */
  hidden: Generated<number>
  /** Why, in the owner's words; may be empty. */
  hiddenReason: Generated<string>
  source: 'own' | 'demo'
  createdAt: number
  /** The version that a later save names (R18). */
  updatedAt: number
}

/** The tags of `recipe.tags` as search compares them. */
export interface RecipeTagTable {
  recipeId: string
  tag: string
  /** The work's. */
  documentId: number
}

/** Which products of the shop a work uses, as its author chose or its text names them (W1); the product may be gone. */
export interface RecipeProductTable {
  recipeId: string
  /** The work's. */
  documentId: number
  number: string
  /** As names are compared, of the product when it was chosen; '' when the text names its number (W2). */
  chosenName: string
}

/** Documents of works that are gone, whose author has another name or whose materials were never read, whose author has another name, until the index knows (R41). */
export interface RecipeToIndexTable {
  documentId: number
}

/** A popular keyword or a situation on the gallery's home; places run from 0 without a gap (A22). */
export interface CuratedTable {
  id: string
  name: string
  image: string
  /** From 0, without gaps (A22). */
  position: number
  /** The name as search compares it; unique. */
  compared: string
  /** Changes with the content, not with the place; 0 of what the shop began with. */
  updatedAt: number
}

/** Works with this tag belong to the situation (R22). */
export interface SituationTagTable {
  situationId: string
  /** As search compares it. */
  tag: string
  /** As it was typed. */
  label: string
}

/** One for a member and a work (R11): `recipe.likes` is their number. */
export interface RecipeLikeTable {
  recipeId: string
  memberId: string
  createdAt: number
}

/** What a member keeps. Title, author and picture are as they were then; pages show the present ones (R12). */
export interface FavouriteTable {
  memberId: string
  /** The work may be gone. */
  recipeId: string
  title: string
  author: string
  mainImageUrl: string
  createdAt: number
}

/** What somebody says below a work. */
export interface CommentTable {
  /** Made in the author's browser: sending twice posts once. */
  id: string
  recipeId: string
  /** Null when the account is gone (A17). */
  authorId: string | null
  /** As it was at posting; pages show the present one (R13). */
  authorName: string
  text: string
  /** 1 when it is shown to its author alone (A7). */
  hidden: Generated<number>
  /** Why, in the owner's words; may be empty. */
  hiddenReason: Generated<string>
  source: 'own' | 'demo'
  createdAt: number
}

/** The comments of one work as a list; there is none before the first. */
export interface CommentListTable {
  recipeId: string
  /** From 1; rises in the transaction of each change (R16). */
  version: number
}
