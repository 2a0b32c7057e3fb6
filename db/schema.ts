import type { Generated } from 'kysely'
import type {
  AuditTable,
  BackupCodeTable,
  DeskChallengeTable,
  DeskInvitationTable,
  DeskPersonTable,
  DeskSessionTable,
  PasskeyTable,
  SecondFactorTable,
} from './desk-tables.ts'
import type {
  MemberAccountTable,
  MemberLinkTable,
  MemberProfileTable,
  MemberSessionTable,
  MemberTable,
} from './member-tables.ts'
import type {
  OrderEventTable,
  OrderLineTable,
  OrderNoteTable,
  OrderReturnTable,
  OrdersTable,
  WebhookEventTable,
} from './order-tables.ts'
import type { LabelTextTable, PackingTickTable } from './parcel-tables.ts'
import type { DisputeTable, PaymentTable, RefundLineTable, RefundTable } from './payment-tables.ts'
import type { ProductFileRowTable, ProductFileTable } from './product-file-tables.ts'
import type {
  CommentListTable,
  CommentTable,
  CuratedTable,
  FavouriteTable,
  RecipeLikeTable,
  RecipeProductTable,
  RecipeTable,
  RecipeTagTable,
  RecipeToIndexTable,
  RecipeUploadTable,
  SituationTagTable,
} from './recipe-tables.ts'
import type {
  AlarmTable,
  MailTable,
  RateLimitTable,
  SearchDocumentTable,
  SearchTextTable,
  SearchWordTable,
  ShopStateTable,
  ZeroHitTable,
} from './server-tables.ts'
import type { StockClaimTable, StockMoveTable, StockPieceTable, StockTable } from './stock-tables.ts'
import type { PictureSourceTable, UploadOwnerTable, UploadTable } from './upload-tables.ts'

export type {
  OrderEventTable,
  OrderLineTable,
  OrderNoteTable,
  OrderReturnTable,
  OrdersTable,
  WebhookEventTable,
} from './order-tables.ts'
export type { DisputeTable, PaymentTable, RefundTable } from './payment-tables.ts'
export type { CuratedTable, RecipeTable } from './recipe-tables.ts'
export type { MailTable, SearchWordTable, ZeroHitTable } from './server-tables.ts'
export type { StockClaimTable, StockPieceTable, StockTable } from './stock-tables.ts'
export type { PictureSourceTable } from './upload-tables.ts'

/** Fabrics and kits in one number space (C13). */
export interface ProductTable {
  number: string
  type: 'fabric' | 'kit'
  name: string
  /** In kana; '' where nobody said. */
  reading: Generated<string>
  description: string
  /** As it was given. */
  priceText: string
  /** Yen; null is 価格確認中, shown and not for sale (C9). 0 only for kits (C5). */
  price: number | null
  imageUrl: string
  /** Addresses of further pictures, one a line. */
  moreImages: string
  /** Only '公開中' is shown and sold (P1). */
  status: string
  source: 'own' | 'feed' | 'demo'
  position: number
  createdAt: number
  updatedAt: number
  /** 1 where a demo entered it: it goes when the demo ends. */
  practice: Generated<number>
}

/** The state of the product feed: one row, with the id 'feed'. */
export interface FeedImportTable {
  id: string
  /** 1 while a feed is configured: the fabrics shown are then the feed's. */
  active: number
  urlHash: string
  etag: string | null
  lastModified: string | null
  lastAttemptAt: number | null
  lastSuccessAt: number | null
  /** The failure of the last attempt, such as 'status 500'. */
  lastError: string | null
  /** In a row. */
  failures: number
  /** Since when its lists have been suspiciously short. */
  shortSince: number | null
  /** Since when its lists have had no published row (P26). */
  nothingSince: number | null
  /** The first failed attempt since the last success. */
  badSince: number | null
  itemCount: number
  /** When somebody last asked for it to be read at once; when the last reading began, and ended. */
  askedAt: number | null
  beganAt: number | null
  finishedAt: number | null
  /** Of the last list that was taken: fabrics that it changed, and that it took out of the shop. */
  changedCount: Generated<number>
  leftCount: Generated<number>
}

/** What the desk adds to a fabric of the feed. */
export interface FeedAdditionTable {
  number: string
  /** Its place in the shop's list; null where the feed's order stands. */
  position: number | null
  /** Addresses of further photographs, one a line. */
  pictures: Generated<string>
}

/** Rows of the feed's last list that were left out or changed (P5). */
export interface FeedProblemTable {
  ordinal: number
  /** As the owner's sheet counts: the headings are row 1. */
  rowNumber: number
  managementNumber: string | null
  reason: string
  /** The wrong cell, at most 100 characters. */
  detail: string | null
  /** The row as JSON, at most 500 characters. */
  rawText: string
}

/** A price of the feed's last list that is not sold at until the owner accepts it (P35). */
export interface HeldPriceTable {
  /** Of the fabric, which keeps its former price. */
  number: string
  /** As the list has it. */
  priceText: string
  /** Yen; null where the list has lost it, and the former one is remembered. */
  price: number | null
  formerPrice: number
  /** When the owner said that the former price stays; it is told no more. */
  keptAt: number | null
}

/** Products that the owner does not sell for now: still shown. */
export interface ClosedProductTable {
  number: string
  closedAt: number
}

/** The further fields of a product that is a kit. */
export interface KitTable {
  number: string
  /** 'other' for whatever is none of the three (P20). */
  level: 'beginner' | 'intermediate' | 'advanced' | 'other'
  fabricSize: string
  /** Numbers of fabrics that go with it, one a line. */
  fabricNumbers: string
  comment: string
  createdAt: number
  /** Where the owner put it in the list; null for one that she has not placed, which stands before those. */
  place: Generated<number | null>
}

/** A collaboration, sold on an outside store. */
export interface LinkItemTable {
  id: string
  title: string
  price: string
  imageUrl: string
  /** https, or empty (P12). */
  applyUrl: string
  influencerUrl: string
  position: number
  source: 'own' | 'demo'
  /** 'YYYY-MM-DD' in Tokyo; null for no such bound. */
  fromDay: Generated<string | null>
  toDay: Generated<string | null>
  /** The version of the row: epoch ms of its last change at the desk, each later than the one before. */
  updatedAt: Generated<number>
}

export interface NewsTable {
  id: string
  /** As its author wrote it (P15). */
  date: string
  /** The moment that `date` states; below every moment when it states none. */
  sortAt: number
  title: string
  /** Plain text with line breaks (P16). */
  content: string
  source: 'own' | 'demo'
  /** 'YYYY-MM-DD' in Tokyo; null for no such bound. */
  fromDay: Generated<string | null>
  toDay: Generated<string | null>
  /** The version of the row: epoch ms of its last change at the desk, each later than the one before. */
  updatedAt: Generated<number>
}

/** One address that wants to be told, once, when a product is sold again. */
export interface RestockRequestTable {
  id: string
  /** Of the product. */
  number: string
  /** In lower case; unique together with the number. */
  email: string
  /** Of the secret in the link of its last mail. */
  tokenHash: string
  /** When it was asked for, last while it is unconfirmed. */
  createdAt: number
  /** Null until the link of its mail was used. */
  confirmedAt: number | null
}

/** The tables as Kysely sees them on both engines: times are epoch ms, flags 0 or 1. */
export interface Schema {
  shopState: ShopStateTable
  product: ProductTable
  feedImport: FeedImportTable
  feedProblem: FeedProblemTable
  feedAddition: FeedAdditionTable
  heldPrice: HeldPriceTable
  orders: OrdersTable
  orderLine: OrderLineTable
  orderEvent: OrderEventTable
  webhookEvent: WebhookEventTable
  payment: PaymentTable
  refund: RefundTable
  refundLine: RefundLineTable
  dispute: DisputeTable
  orderReturn: OrderReturnTable
  orderNote: OrderNoteTable
  packingTick: PackingTickTable
  labelText: LabelTextTable
  audit: AuditTable
  alarm: AlarmTable
  deskPerson: DeskPersonTable
  deskInvitation: DeskInvitationTable
  secondFactor: SecondFactorTable
  backupCode: BackupCodeTable
  passkey: PasskeyTable
  deskChallenge: DeskChallengeTable
  deskSession: DeskSessionTable
  mail: MailTable
  rateLimit: RateLimitTable
  closedProduct: ClosedProductTable
  productFile: ProductFileTable
  productFileRow: ProductFileRowTable
  restockRequest: RestockRequestTable
  stock: StockTable
  stockPiece: StockPieceTable
  stockClaim: StockClaimTable
  stockMove: StockMoveTable
  kit: KitTable
  linkItem: LinkItemTable
  news: NewsTable
  member: MemberTable
  memberSession: MemberSessionTable
  memberAccount: MemberAccountTable
  memberProfile: MemberProfileTable
  memberLink: MemberLinkTable
  upload: UploadTable
  uploadOwner: UploadOwnerTable
  pictureSource: PictureSourceTable
  recipe: RecipeTable
  recipeTag: RecipeTagTable
  recipeProduct: RecipeProductTable
  recipeToIndex: RecipeToIndexTable
  recipeUpload: RecipeUploadTable
  recipeLike: RecipeLikeTable
  favourite: FavouriteTable
  comment: CommentTable
  commentList: CommentListTable
  popularKeyword: CuratedTable
  situationCategory: CuratedTable
  situationTag: SituationTagTable
  searchDocument: SearchDocumentTable
  searchText: SearchTextTable
  searchWord: SearchWordTable
  zeroHit: ZeroHitTable
}
