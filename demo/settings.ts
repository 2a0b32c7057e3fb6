import { yen } from '~/kernel/money.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'

/** What the swatches of pictures/demo show: each is as wide as said here. */
const scales: Readonly<Record<string, string>> = {
  '麻の葉 シーチング 50cm': '柄の大きさ 6cm、柄リピート 6cm、2枚目の写真の幅 24cm',
  '青海波 シーチング 50cm': '柄の大きさ 4cm、柄リピート 4cm、2枚目の写真の幅 20cm',
  'F-1006': '柄の大きさ 4cm、柄リピート 4cm、2枚目の写真の幅 20cm',
  'F-1007': '柄の大きさ 4cm、柄リピート 4cm、写真の幅 20cm',
  '亀甲花菱 ちりめん風': '柄の大きさ 3cm、柄リピート 3cm、写真の幅 21cm',
  'うろこ紋 シーチング': '柄の大きさ 3cm、柄リピート 3cm、写真の幅 24cm',
  '矢絣 先染め木綿': '柄の大きさ 6cm、柄リピート 6cm、写真の幅 24cm',
  '市松 オックス': '柄の大きさ 3cm、柄リピート 6cm、写真の幅 24cm',
  '刺し子 柿の花': '柄の大きさ 5cm、柄リピート 10cm、写真の幅 20cm',
  '先染めギンガムチェック（25mm）': '柄の大きさ 25mm、柄リピート 5cm、写真の幅 40cm',
  '先染めギンガムチェック（12mm）': '柄の大きさ 12mm、柄リピート 2.5cm、写真の幅 40cm',
  '先染めタータンチェック ツイル': '柄リピート 20cm、写真の幅 40cm',
  'マルチストライプ ブロード': '柄リピート 6cm、写真の幅 24cm',
  'マルチストライプ オックス': '柄リピート 3cm、写真の幅 24cm',
  'ヒッコリーストライプ デニム': '柄リピート 5mm、写真の幅 10cm',
  '水玉 ブロード（8mm）': '柄の大きさ 8mm、柄リピート 2.4cm、写真の幅 19cm',
  '水玉 ブロード（15mm）': '柄の大きさ 15mm、柄リピート 4.2cm、写真の幅 21cm',
  '水玉 ブロード（5mm）': '柄の大きさ 5mm、柄リピート 2cm、写真の幅 20cm',
  'よろけ縞 綿麻シーチング': '柄リピート 2.4cm、写真の幅 24cm',
  '輪つなぎ ダブルガーゼ 50cm': '柄の大きさ 5cm、柄リピート 6cm、写真の幅 24cm',
  '大輪の花 オックス': '柄の大きさ 8cm、柄リピート 20cm、写真の幅 40cm',
  '野の花 綿ローン': '柄の大きさ 1cm、柄リピート 8cm、写真の幅 16cm',
  'つる草 シーチング': '柄リピート 5cm、写真の幅 20cm',
  '花ふぶき ダブルガーゼ 50cm': '柄の大きさ 3cm、柄リピート 12cm、写真の幅 24cm',
  '椿 オックス': '柄の大きさ 4cm、柄リピート 8cm、写真の幅 24cm',
  'レモン 11号帆布': '柄の大きさ 5cm、柄リピート 16cm、写真の幅 32cm',
  '小鳥と実 ブロード': '柄の大きさ 3.5cm、柄リピート 6cm、写真の幅 24cm',
}

/** Settings of a demo, below those of its owner's file: what the shop can do once they are written. */
export const demoSettings: Pick<ShopSettings, 'joined' | 'patternScales' | 'subscriptions'> = {
  joined: 'lengthwise',
  patternScales: scales,
  subscriptions: [
    {
      name: '国産コットンの定期便',
      material: '国産コットン',
      monthlyPrice: yen(1_815),
      cloths: 15,
      fabricPieceSize: '20cm×30cm',
      freeShipping: false,
      link: 'https://store.example.com/nuno-square/subscription-japan',
      picture: '/Image/demo/parcel-domestic.svg',
    },
    {
      name: 'USコットンの定期便',
      material: 'USコットン',
      monthlyPrice: yen(2_475),
      cloths: 15,
      fabricPieceSize: '20cm×30cm',
      freeShipping: true,
      link: 'https://store.example.com/nuno-square/subscription-us',
      picture: '/Image/demo/parcel-us.svg',
    },
  ],
}
