/** The smallest `shop.settings.json` with which a real shop may open (P13). */
export const realShopSettings = {
  seller: {
    legalName: '合同会社ためしの布',
    personInCharge: '試野 布子',
    postalCode: '150-0001',
    address: '東京都渋谷区神宮前9丁目99番9号',
    phone: '03-9999-9999',
    fax: null,
    email: 'real@shop.example',
  },
  links: { oldWebsite: null, newsletter: null, externalStore: null },
  subscriptions: [],
}
