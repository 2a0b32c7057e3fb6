/**
 * What is a shop's own, as the sample has it: names, address and numbers are made up and belong to nobody. Whoever opens a
 * shop writes their own into shop.settings.json (docs/running.md), which goes before these and which no update touches.
 *
 * One file of the server reads this; pages, rules and commands are given what they need of it.
 */
import { yen } from '~/kernel/money.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'

export const shopSettings: ShopSettings = {
  name: 'ぬのスクエア',
  nameInLatin: 'Nuno Square',
  description: '50cm角から買える布と、つくる楽しさを届けるソーイングキットのお店です。',

  seller: {
    legalName: '株式会社ぬのスクエア',
    personInCharge: '布野 四季',
    postalCode: '000-0000',
    address: '東京都架空区糸町1丁目2番3号 スクエアビル2階',
    phone: '03-0000-0000',
    fax: '03-0000-0001',
    email: 'shop@example.com',
  },

  hours: {
    lines: ['平日 9:00〜18:00', '土曜 9:00〜17:00', '日曜・祝日 休業'],
    open: [
      { days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], opens: '09:00', closes: '18:00' },
      { days: ['Saturday'], opens: '09:00', closes: '17:00' },
    ],
  },

  links: {
    oldWebsite: 'https://old.example.com/',
    newsletter: 'https://newsletter.example.com/nuno-square',
    externalStore: 'https://store.example.com/nuno-square',
  },

  cart: {
    unitsPerLine: 99,
    kinds: 99,
    freeKits: 2,
    shippingBands: [
      { below: yen(4_400), fee: yen(400) },
      { below: yen(24_200), fee: yen(900) },
    ],
  },

  /** 'lengthwise' where n units of a fabric are cut as one piece of 50cm × n·50cm: pages and mails then say that size. */
  joined: null,

  /** Days of the owner's own without packing and delivery, beside Sundays and public holidays: '2026-12-30', or { from, to }. */
  closedDays: [],

  /** 'HH:MM': an order after it counts as one of the next day. */
  cutOff: null,

  /** By a fabric's number or name, where its description does not say it: '柄の大きさ 3cm、柄リピート 12cm、写真の幅 30cm'. */
  patternScales: {},

  terms: {
    payment: 'クレジットカード（Visa・Mastercard・JCB・American Express）',
    paymentTime: 'ご注文の確定時にお支払いいただきます（引き落としの日はカード会社の規約によります）。',
    otherFees: '商品代金と送料のほかに、当店へお支払いいただく料金はありません。',
    delivery: 'ご注文の確定後、3〜5営業日でお届けします（日曜・祝日は営業日に含みません）。',
    deliveryDays: { from: 3, to: 5 },
    returns: '商品の到着後7日以内で未使用のものに限り、返品を承ります。先にお電話かメールでご連絡ください。',
    returnDays: 7,
    returnPostage:
      'お客様のご都合による返品の送料はお客様のご負担です。不良品やお届け違いの場合は当店が負担します。',
    refund:
      'お支払いのカードへお返しします。カードへお返しできないときは、約1週間以内に銀行振込でお返しします。',
    cancellation: '発送前であれば、ご注文を取り消せます。お電話かメールでご連絡ください。',
    defects: '不良品やお届け違いがあったときは、当店の負担で交換または返金します。',
    prices: '商品ごとのページに税込で表示しています。生地の価格は50cm角1枚あたりのものです。',
    offerPeriod: '期限は設けていません。期限のある商品は、その商品の説明に記載します。',
    liability: '商品がご契約の内容と異なるときの当店の責任は、民法その他の法令の定めによります。',
    externalContract:
      'お申し込みとお支払いは外部サイトで行い、ご契約はお客様と外部サイトの運営者とのあいだで成立します。',
  },

  /** On the labels of parcels; without a sender of its own it is the seller above. */
  parcels: { contents: '布・手芸用品', sender: null, yamatoKind: '0', yamatoCustomer: null },

  /** What freee, マネーフォワード and 弥生 call accounts and tax classes, in the files of a month. */
  accounting: {
    accounts: {
      sales: '売上高',
      // As the sales are called.
      refunds: null,
      disputes: null,
      fees: '支払手数料',
      receivable: '売掛金',
      receivableSub: null,
      bank: '普通預金',
    },
    freee: {
      ...{ sales: '課税売上10%', refunds: '課税売返10%', disputes: '課税売返10%', fees: '非課仕入' },
      wallet: null,
    },
    moneyForward: {
      ...{ sales: '課税売上 10%', refunds: '課税売上-返還等 10%' },
      ...{ disputes: '課税売上-返還等 10%', fees: '非課税仕入' },
    },
    yayoi: {
      ...{ sales: '課税売上込10%', refunds: '課税売返込10%' },
      ...{ disputes: '課税売返込10%', fees: '非課仕入' },
    },
  },

  /** 但し書き of receipts. */
  receipts: { purpose: '布・手芸用品代として' },

  privacy: {
    lastUpdated: '2024年1月',
    supplementUpdated: '2026年11月28日',
    processors: [
      {
        name: 'Stripe（決済代行。米国ほか）',
        purpose:
          'カード決済のため、ご注文の商品と金額を渡します。氏名・住所・電話番号・メールアドレス・カード情報は、お客様が決済ページで直接ご入力になります。',
      },
      {
        name: 'メール配信事業者（日本）',
        purpose: 'ご注文や会員の手続きのメールをお届けするため、メールアドレスと本文を渡します。',
      },
      {
        name: '配送会社（日本）',
        purpose: '商品をお届けするため、お名前・ご住所・電話番号を渡します。',
      },
    ],
    disclosureFee: '手数料はいただきません。',
  },

  court: '東京地方裁判所',

  invoiceNumber: null,

  subscriptions: [
    {
      name: '国産コットンの定期便',
      material: '国産コットン',
      monthlyPrice: yen(1_815),
      cloths: 15,
      fabricPieceSize: '20cm×30cm',
      freeShipping: false,
      link: 'https://store.example.com/nuno-square/subscription-japan',
    },
    {
      name: 'USコットンの定期便',
      material: 'USコットン',
      monthlyPrice: yen(2_475),
      cloths: 15,
      fabricPieceSize: '20cm×30cm',
      freeShipping: true,
      link: 'https://store.example.com/nuno-square/subscription-us',
    },
  ],

  pageSize: 6,
  copyrightYear: 2024,
}
