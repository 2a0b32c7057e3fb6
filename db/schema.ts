import type { Generated } from 'kysely'
import type {
  AuditTable,
  BackupCodeTable,
  DeskChallengeTable,
  DeskInvitationTable,
  DeskPersonTable,
  DeskSessionTable,
  DeskViewTable,
  PasskeyTable,
  SecondFactorTable,
} from './desk-tables.ts'
import type {
  FormerMemberTable,
  MemberAccountTable,
  MemberBlockTable,
  MemberLinkTable,
  MemberPasskeyTable,
  MemberProfileTable,
  MemberSessionTable,
  MemberStandingTable,
  MemberTable,
  SuspendedMemberTable,
} from './member-tables.ts'
import type {
  DisputeTable,
  FurtherParcelTable,
  LabelTextTable,
  OrderEventTable,
  OrderExchangeTable,
  OrderExportTable,
  OrderLineTable,
  OrderMessageTable,
  OrderNoteTable,
  OrderReturnTable,
  OrderSearchTable,
  OrdersTable,
  PackingTickTable,
  PaymentTable,
  RefundLineTable,
  RefundTable,
  WebhookEventTable,
} from './order-tables.ts'
import type { ProductFileRowTable, ProductFileTable } from './product-file-tables.ts'
import type {
  CommentListTable,
  CommentTable,
  CuratedTable,
  FavouriteTable,
  RecipeLikeTable,
  RecipeProductTable,
  RecipeRankedTextTable,
  RecipeTable,
  RecipeTagTable,
  RecipeToIndexTable,
  RecipeUploadTable,
  SituationTagTable,
} from './recipe-tables.ts'
import type { ReportCaseTable, ReportOutcomeTable, ReportTable, ReportUploadTable } from './report-tables.ts'
import type {
  SalesBasisTable,
  SalesDueTable,
  SalesEntryTable,
  SalesLineTable,
  SalesUnsentTable,
} from './sales-tables.ts'
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
import type {
  FoundFabricTable,
  ReceivedPieceTable,
  ReceivingTable,
  StockClaimTable,
  StockMoveTable,
  StockPieceTable,
  StockTable,
} from './stock-tables.ts'
import type { PictureSourceTable, UploadOwnerTable, UploadTable } from './upload-tables.ts'

export type {
  DisputeTable,
  FurtherParcelTable,
  OrderEventTable,
  OrderExchangeTable,
  OrderLineTable,
  OrderMessageTable,
  OrderNoteTable,
  OrderReturnTable,
  OrdersTable,
  PaymentTable,
  RefundTable,
  WebhookEventTable,
} from './order-tables.ts'
export type { CuratedTable, RecipeTable } from './recipe-tables.ts'
export type { SalesEntryTable, SalesLineTable } from './sales-tables.ts'

export type { MailTable, SearchWordTable, ZeroHitTable } from './server-tables.ts'
export type { ReceivingTable, StockClaimTable, StockPieceTable, StockTable } from './stock-tables.ts'
export type { PictureSourceTable } from './upload-tables.ts'

/** Fabrics and kits share one space of numbers (C13). */
export interface ProductTable {
  number: string
  type: 'fabric' | 'kit'
  name: string
  /** In kana; '' when nobody gave it. */
  reading: Generated<string>
  /** All that is told in one text, as carts, the provider and the feed of the shop read it. */
  description: string
  /** Facts of a fabric, '' for what is not told: a column each. */
  colour: Generated<string>
  material: Generated<string>
  /** Such as '110cm'. */
  width: Generated<string>
  thickness: Generated<string>
  washing: Generated<string>
  /** The description without its facts. */
  text: Generated<string>
  /** The description that facts and text go with; where it is another one, the former release wrote the row (D51). */
  factsOf: Generated<string | null>
  priceText: string
  /** Yen; null is 価格確認中, shown and not for sale (C9). 0 only for kits (C5). */
  price: number | null
  imageUrl: string
  /** Addresses, one a line. */
  moreImages: Generated<string>
  /** Only '公開中' is shown and sold (P1). */
  status: string
  source: 'own' | 'feed' | 'demo'
  position: number
  createdAt: number
  updatedAt: number
  /** 1: entered in a demo, and removed when it ends. */
  practice: Generated<number>
  /** The number as search compares it, without blanks (W35). Null in a row that the former release wrote, like those below. */
  plainNumber: Generated<string | null>
  /** The name as search compares it. */
  plainName: Generated<string | null>
  /** Ids of a fabric's facets and its further words: one list a line, in the order of `Facets`. */
  facets: Generated<string | null>
  /** The words of its facets as search compares them. */
  facetWords: Generated<string | null>
  /** The texts that these were read from, so that a row whose texts were changed by the former release is known. */
  readFrom: Generated<string | null>
}

/** One row, with the id 'feed'. */
export interface FeedImportTable {
  id: string
  /** 1 while a feed is configured: the fabrics shown are then the feed's. */
  active: number
  urlHash: string
  etag: string | null
  lastModified: string | null
  lastAttemptAt: number | null
  lastSuccessAt: number | null
  lastError: string | null
  failures: number
  /** Since when its lists have been suspiciously short. */
  shortSince: number | null
  /** Since when its lists have had no published row (P26). */
  nothingSince: number | null
  /** The first failed attempt since the last success. */
  badSince: number | null
  itemCount: number
  /** The owner's last press, and the last reading's begin and end. */
  askedAt: number | null
  beganAt: number | null
  finishedAt: number | null
  /** Fabrics that the last list changed, and removed. */
  changedCount: Generated<number>
  leftCount: Generated<number>
}

export interface FeedAdditionTable {
  number: string
  /** Its place in the shop's list; null for the feed's order. */
  position: number | null
  pictures: Generated<string>
}

/** Rows of the feed's last list that were left out or changed (P5). */
export interface FeedProblemTable {
  ordinal: number
  /** Counted like a spreadsheet: headings are row 1. */
  rowNumber: number
  managementNumber: string | null
  reason: string
  /** The wrong cell, at most 100 characters. */
  detail: string | null
  /** Rows that this line tells of, of which `rowNumber` is the first. */
  rowCount: Generated<number>
  /** The row as JSON, at most 500 characters. */
  rawText: string
}

/** A price of the feed that needs the owner's word (P35). */
export interface HeldPriceTable {
  number: string
  priceText: string
  /** Yen; null when the list lost the price. */
  price: number | null
  formerPrice: number
  /** When the owner kept the former price; she is told no more. */
  keptAt: number | null
}

export interface ClosedProductTable {
  number: string
  closedAt: number
}

export interface KitTable {
  number: string
  /** 'other' for whatever is none of the three (P20). */
  level: 'beginner' | 'intermediate' | 'advanced' | 'other'
  fabricSize: string
  /** Matching fabrics, one number per line. */
  fabricNumbers: string
  comment: string
  createdAt: number
  /** The owner's position in the list; null: not placed, and shown first. */
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
  fromDay: Generated<string | null>
  toDay: Generated<string | null>
  /** The row's version: epoch ms of its last change at the desk, always rising. */
  updatedAt: Generated<number>
}

export interface NewsTable {
  id: string
  /** As its author wrote it (P15). */
  date: string
  /** The moment of `date`; without one, lower than any moment. */
  sortAt: number
  title: string
  /** Plain text with line breaks (P16). */
  content: string
  source: 'own' | 'demo'
  /** 'YYYY-MM-DD' in Tokyo; null for no limit. */
  fromDay: Generated<string | null>
  toDay: Generated<string | null>
  /** The row's version: epoch ms of its last change at the desk, always rising. */
  updatedAt: Generated<number>
}

/** A request to be told, once, when a product is sold again. */
export interface RestockRequestTable {
  id: string
  number: string
  /** Lower case; unique together with the number. */
  email: string
  tokenHash: string
  /** When it was last requested. */
  createdAt: number
  /** Null until the mail's link was used. */
  confirmedAt: number | null
}

/** On both engines: times are epoch ms, flags 0 or 1. */
export interface ReceiptTable {
  number: number
  revision: number
  orderId: string
  kind: 'receipt' | 'refund_note'
  /** What a statement of a refund is about; '' for a receipt. */
  refundId: string
  nameLine: string
  issuedAt: number
  issuedBy: string
  /** The document to the byte. */
  html: string
  /** Of its bytes, in hex. */
  sha256: string
  /** When it was first opened to be printed; later prints say that they are copies (M23). */
  printedAt: number | null
}

/** One row, with the number of the last receipt. */
export interface ReceiptCounterTable {
  id: number
  lastNumber: number
}

export interface Schema {
  shopState: ShopStateTable
  product: ProductTable
  feedImport: FeedImportTable
  feedProblem: FeedProblemTable
  feedAddition: FeedAdditionTable
  heldPrice: HeldPriceTable
  orders: OrdersTable
  orderExchange: OrderExchangeTable
  receipt: ReceiptTable
  receiptCounter: ReceiptCounterTable
  orderLine: OrderLineTable
  orderEvent: OrderEventTable
  webhookEvent: WebhookEventTable
  payment: PaymentTable
  refund: RefundTable
  refundLine: RefundLineTable
  dispute: DisputeTable
  orderReturn: OrderReturnTable
  orderNote: OrderNoteTable
  orderMessage: OrderMessageTable
  packingTick: PackingTickTable
  labelText: LabelTextTable
  orderExport: OrderExportTable
  furtherParcel: FurtherParcelTable
  orderSearch: OrderSearchTable
  salesEntry: SalesEntryTable
  salesLine: SalesLineTable
  salesUnsent: SalesUnsentTable
  salesDue: SalesDueTable
  salesBasis: SalesBasisTable
  audit: AuditTable
  alarm: AlarmTable
  deskPerson: DeskPersonTable
  deskInvitation: DeskInvitationTable
  secondFactor: SecondFactorTable
  backupCode: BackupCodeTable
  passkey: PasskeyTable
  deskChallenge: DeskChallengeTable
  deskSession: DeskSessionTable
  deskView: DeskViewTable
  mail: MailTable
  rateLimit: RateLimitTable
  closedProduct: ClosedProductTable
  productFile: ProductFileTable
  productFileRow: ProductFileRowTable
  receivedPiece: ReceivedPieceTable
  receiving: ReceivingTable
  restockRequest: RestockRequestTable
  stock: StockTable
  stockPiece: StockPieceTable
  stockClaim: StockClaimTable
  stockMove: StockMoveTable
  foundFabric: FoundFabricTable
  kit: KitTable
  linkItem: LinkItemTable
  news: NewsTable
  member: MemberTable
  memberSession: MemberSessionTable
  memberAccount: MemberAccountTable
  memberProfile: MemberProfileTable
  formerMember: FormerMemberTable
  memberStanding: MemberStandingTable
  suspendedMember: SuspendedMemberTable
  memberLink: MemberLinkTable
  memberBlock: MemberBlockTable
  memberPasskey: MemberPasskeyTable
  upload: UploadTable
  uploadOwner: UploadOwnerTable
  pictureSource: PictureSourceTable
  recipe: RecipeTable
  recipeTag: RecipeTagTable
  recipeProduct: RecipeProductTable
  recipeToIndex: RecipeToIndexTable
  recipeRankedText: RecipeRankedTextTable
  recipeUpload: RecipeUploadTable
  recipeLike: RecipeLikeTable
  favourite: FavouriteTable
  comment: CommentTable
  commentList: CommentListTable
  report: ReportTable
  reportCase: ReportCaseTable
  reportOutcome: ReportOutcomeTable
  reportUpload: ReportUploadTable
  popularKeyword: CuratedTable
  situationCategory: CuratedTable
  situationTag: SituationTagTable
  searchDocument: SearchDocumentTable
  searchText: SearchTextTable
  searchWord: SearchWordTable
  zeroHit: ZeroHitTable
}
