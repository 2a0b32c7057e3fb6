import type { NewProduct } from '../../app/features/catalogue/commands.server.ts'

/** A published fabric of the shop's own, 330 yen; `parts` says what is different about it. */
export const fabricForTests = (parts: Partial<NewProduct> & Pick<NewProduct, 'number'>): NewProduct => ({
  type: 'fabric',
  name: `生地 ${parts.number}`,
  description: '綿100%',
  priceText: '330',
  imageUrl: '/Image/cloth.svg',
  status: '公開中',
  source: 'own',
  position: 0,
  ...parts,
})
