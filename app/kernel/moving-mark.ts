/** In the page that answers a write while the shop moves (D30), so that a form need not read its words. */
export const movingMark = 'data-code="shop-moves"'
