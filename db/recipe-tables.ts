import type { Generated } from 'kysely'

export interface RecipeUploadTable {
  recipeId: string
  name: string
  /** What its author's device called a PDF; '' where nobody knows, and for pictures (R48). */
  fileName: Generated<string>
}

/** JSON is checked when it is read. */
export interface RecipeTable {
  /** Made in the author's browser: posting twice makes one recipe (R19). */
  id: string
  /** In `search_document`; null until it is indexed. */
  documentId: Generated<number | null>
  authorId: string
  /** At posting; pages show the present name (R13). */
  authorName: string
  /** JSON, also as it was at posting. */
  authorSns: string
  title: string
  description: string
  /** JSON lists. */
  ingredients: string
  steps: string
  affiliateProducts: string
  tags: string
  /** JSON: products that the author tied to lines of `ingredients`. */
  materialTies: Generated<string>
  cookingTime: string
  difficulty: string
  explanationType: string
  youtubeUrl: string
  websiteExplanation: string
  pdfUrl: string
  mainImageUrl: string
  /** JSON: photographs after the first, which is `mainImageUrl`. */
  moreImages: Generated<string>
  /** The number of rows in `recipe_like`. */
  likes: Generated<number>
  views: Generated<number>
  /** 1: shown to its author alone (A7). */
  hidden: Generated<number>
  /** In the owner's words; may be empty. */
  hiddenReason: Generated<string>
  source: 'own' | 'demo'
  createdAt: number
  /** The version that a later save names (R18). */
  updatedAt: number
}

/** `recipe.tags` in the form that search compares. */
export interface RecipeTagTable {
  recipeId: string
  tag: string
  documentId: number
}

/** Products that a recipe uses, by its author's choice or its text (W1); a product may be gone. */
export interface RecipeProductTable {
  recipeId: string
  documentId: number
  number: string
  /** The chosen product's name in comparable form; '' when the text names its number (W2). */
  chosenName: string
}

/** What a search ranks a recipe by, as search compares it; a line for each tag and each line of materials (W47). */
export interface RecipeRankedTextTable {
  documentId: number
  recipeId: string
  /** The recipe's. */
  createdAt: number
  /** The versions of reading and folding, and the recipe's `updatedAt` and author as they were read; else it is read again by a job. */
  readFrom: string
  title: string
  tags: string
  materials: string
  /** The first sentence of the description; `body` has the others. */
  lead: string
  body: string
}

/** Documents to index again: a recipe is gone, its author renamed, or its texts never read as they are now (R41, W47). */
export interface RecipeToIndexTable {
  documentId: number
}

export interface CuratedTable {
  id: string
  name: string
  image: string
  /** From 0, without gaps (A22). */
  position: number
  /** The name in the form that search compares; unique. */
  compared: string
  /** Changes with the content, not the position; 0 for the first lists. */
  updatedAt: number
}

/** A tag whose recipes belong to the situation (R22). */
export interface SituationTagTable {
  situationId: string
  /** In the form that search compares. */
  tag: string
  label: string
}

/** One per member and recipe (R11); `recipe.likes` counts them. */
export interface RecipeLikeTable {
  recipeId: string
  memberId: string
  createdAt: number
}

/** Copies made at that time; pages show the present ones (R12). */
export interface FavouriteTable {
  memberId: string
  recipeId: string
  title: string
  author: string
  mainImageUrl: string
  createdAt: number
}

export interface CommentTable {
  /** Made in the author's browser: sending twice posts once. */
  id: string
  recipeId: string
  /** Null when the account is gone (A17). */
  authorId: string | null
  /** At posting; pages show the present name (R13). */
  authorName: string
  text: string
  /** 1: shown to its author alone (A7). */
  hidden: Generated<number>
  /** In the owner's words; may be empty. */
  hiddenReason: Generated<string>
  source: 'own' | 'demo'
  createdAt: number
}

/** A recipe's comments as a list; no row before the first comment. */
export interface CommentListTable {
  recipeId: string
  /** From 1; raised in the transaction of each change (R16). */
  version: number
}
