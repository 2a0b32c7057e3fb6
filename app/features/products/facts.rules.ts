/** What acts on products are done to. */
export const productSubject = { kind: 'product', name: '商品' } as const
