// Three ways through the house, as bench/house.js counts them and tests/house-ways.test.ts checks them.
import type { Shape, Way } from '../tests/support/architecture/way-rules.ts'

/**
 * Counted: each file of ours whose code is given the comment or photograph, its address, or the news of it, and passes it on, judges,
 * keeps or draws it, when all goes well. Not counted: what each request or page passes alike (server, session, router, page cache, frames), what every page
 * is drawn with (`app/ui`, CSS), pure functions of the kernel and of other features that work out a value, the tables of addresses and of
 * the schema, and what only speaks when something is refused.
 */
export const ways: readonly Way[] = [
  {
    name: 'a comment, from one member to the screen of another',
    stops: [
      { file: 'app/features/comments/ui/comment-form.tsx' },
      { file: 'app/features/comments/rules.ts' },
      { file: 'app/features/comments/ui/comments.tsx' },
      { file: 'app/features/comments/ui/comment-calls.ts' },
      { file: 'app/routes/api/comments.ts', by: { address: '/api/recipes/:recipeId/comments' } },
      { file: 'app/features/comments/endpoint.server.ts' },
      { file: 'app/features/comments/commands.server.ts' },
      { file: 'app/server/database/transaction.ts' },
      { file: 'app/server/auth/account-changes.ts' },
      { file: 'app/features/recipes/recipe.commands.server.ts' },
      { file: 'app/server/rate-limit.ts' },
      { file: 'app/server/live/notices.ts', by: { given: 'notices', from: 'app/services.server.ts' } },
      { file: 'app/server/live/postgres-notices.ts', only: 'PostgreSQL' },
      { file: 'app/routes/api/comment-events.ts', by: { address: '/api/recipes/:recipeId/comment-events' } },
      // Other requests pass it too, but it tells streams from pages.
      { file: 'app/server/http/http-handler.ts' },
      { file: 'app/server/http/event-streams.ts' },
      { file: 'app/features/comments/ui/use-comment-list.ts' },
      { file: 'app/features/comments/queries.server.ts', by: { table: 'comment' } },
      { file: 'app/features/recipes/list.queries.server.ts' },
    ],
  },
  {
    name: 'a photograph, from the camera to the list',
    stops: [
      { file: 'app/features/pictures/ui/upload.tsx' },
      { file: 'app/features/recipes/editor/ui/photographs.tsx' },
      { file: 'app/features/recipes/editor/ui/movable-rows.tsx' },
      // It refuses an upload before its first byte.
      { file: 'app/server/http/http-handler.ts' },
      { file: 'app/app-handler.server.ts' },
      { file: 'app/features/pictures/uploads.server.ts' },
      { file: 'app/server/rate-limit.ts' },
      { file: 'app/server/http/request-body.ts' },
      { file: 'app/routes/api/upload-picture.ts', by: { address: '/api/uploads/picture' } },
      { file: 'app/features/pictures/commands.server.ts' },
      {
        file: 'app/server/pictures/picture-encoder.ts',
        by: { given: 'pictureEncoder', from: 'app/services.server.ts' },
      },
      { file: 'app/server/pictures/picture-process.ts' },
      {
        file: 'app/server/pictures/picture-program.ts',
        by: { given: '#picture-program', from: 'app/server/pictures/picture-process.ts' },
      },
      { file: 'app/server/pictures/picture-task.ts' },
      { file: 'app/features/pictures/rules.ts' },
      { file: 'app/server/database/transaction.ts' },
      {
        file: 'app/server/pictures/picture-files.ts',
        by: { given: 'uploadFiles', from: 'app/services.server.ts' },
      },
      { file: 'app/server/whole-file.ts' },
      { file: 'app/features/recipes/editor/ui/recipe-parts.tsx' },
      { file: 'app/features/recipes/editor/ui/recipe-editor.tsx' },
      { file: 'app/routes/gallery/upload.tsx', by: { address: '/gallery/upload' } },
      { file: 'app/features/recipes/editor/form.server.ts' },
      { file: 'app/features/recipes/editor/form.rules.ts' },
      { file: 'app/features/recipes/posting.commands.server.ts' },
      { file: 'app/server/auth/account-changes.ts' },
      { file: 'app/features/recipes/recipe.rules.ts' },
      { file: 'app/features/recipes/list.queries.server.ts', by: { table: 'recipe' } },
      { file: 'app/routes/gallery/home.tsx' },
      { file: 'app/features/recipes/ui/recipe-cards.tsx' },
      { file: 'app/features/pictures/ui/picture.tsx' },
      { file: 'app/server/http/files.ts' },
      { file: 'app/server/http/picture-sender.ts' },
      { file: 'app/server/http/send-file.ts' },
    ],
  },
]

/**
 * The types, schemas and tables that carry a management number from the row of a feed to the payment page of an order, and what the field
 * is called in each. One with `of` is made of another and no shape of its own. Not counted: what only holds one of these in
 * a field, and what branches off the way (problems, differences, stock).
 */
export const shapes: readonly Shape[] = [
  { name: 'rowSchema', file: 'app/features/products/feed/feed-rows.server.ts', field: 'managementNumber' },
  { name: 'FeedProduct', file: 'app/features/products/feed/feed-rows.server.ts', of: 'NewProduct' },
  { name: 'NewProduct', file: 'app/features/products/columns.queries.server.ts', of: 'ProductTable' },
  { name: 'ProductTable', file: 'db/schema.ts', field: 'number' },
  { name: 'SellableProduct', file: 'app/features/products/rules.ts', field: 'number' },
  { name: 'CartProduct', file: 'app/features/cart/types.ts', field: 'managementNumber' },
  { name: 'CartItem', file: 'app/features/cart/types.ts', of: 'CartProduct' },
  { name: 'CheckoutLineItem', file: 'app/features/orders/checkout/request.rules.ts', of: 'PaymentPageLine' },
  { name: 'lineSchema', file: 'app/features/orders/checkout/form.server.ts', field: 'managementNumber' },
  { name: 'SubmittedLine', file: 'app/features/orders/checkout/rules.ts', of: 'NumberedQuantity' },
  { name: 'NumberedQuantity', file: 'app/features/cart/types.ts', of: 'CartItem' },
  { name: 'NewOrderLine', file: 'app/features/orders/types.ts', of: 'OrderLine' },
  { name: 'OrderLineTable', file: 'db/order-tables.ts', field: 'number' },
  { name: 'OrderLine', file: 'app/features/orders/types.ts', field: 'number' },
  {
    name: 'PaymentPageLine',
    file: 'app/features/orders/payment/session-parameters.rules.ts',
    field: 'managementNumber',
  },
]
