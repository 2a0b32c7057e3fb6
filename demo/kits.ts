import type { KitToStore } from '~/features/products/rules.ts'
import { productPictureUrl } from './product-pictures.ts'

type Written = Omit<KitToStore, 'id' | 'imageUrl' | 'createdAt'>

const kit = (id: string, picture: string, day: string, written: Written): KitToStore => ({
  id,
  ...written,
  imageUrl: productPictureUrl(picture),
  createdAt: Date.parse(`${day}T10:00:00+09:00`),
})

/** The pattern sheet is a gift, outside the free-kit offer (C5). */
export const demoKits: readonly KitToStore[] = [
  kit('K-2001', 'work-kinchaku', '2025-09-10', {
    name: '50cm角で作る巾着キット',
    reading: '50cmかくでつくるきんちゃくキット',
    price: '880円',
    level: 'beginner',
    fabricSize: '50cm×50cm 1枚',
    fabricNumbers: 'F-1001\nF-1012\nF-1002',
    comment:
      'まっすぐ縫うだけで、口布のフリルがかわいい巾着ができます。ひもと木の玉、型紙、写真つきの説明書が入っています。',
  }),
  kit('K-2002', 'work-coasters', '2025-09-24', {
    name: 'コースター4枚組キット',
    reading: 'コースター4まいぐみキット',
    price: '660円',
    level: 'beginner',
    fabricSize: '15cm×15cm 8枚',
    fabricNumbers: 'F-1006\nF-1001',
    comment: '布合わせを楽しむ、はじめての一品に。中にはさむ接着芯と、刺し子糸1束が付いています。',
  }),
  kit('K-2003', 'work-placemat', '2025-10-08', {
    name: '額縁仕立てのランチョンマットキット',
    reading: 'がくぶちじたてのランチョンマットキット',
    price: '990円',
    level: 'beginner',
    fabricSize: '50cm×50cm 2枚',
    comment:
      '角がきれいに決まる額縁仕立てを、図でていねいに説明しています。2枚作れる分の芯地が入っています。',
  }),
  kit('K-2004', 'work-scrunchies', '2025-11-05', {
    name: '大きなシュシュと小さなシュシュのキット',
    reading: 'おおきなシュシュとちいさなシュシュのキット',
    price: '580円',
    level: 'beginner',
    fabricSize: '50cm×15cm 2枚',
    comment: 'あまった布で作れるおそろいのシュシュ。ゴム2種類とゴム通しが付いて、30分で仕上がります。',
  }),
  kit('K-2005', 'work-cushion', '2025-12-03', {
    name: '45cmクッションカバーキット',
    price: '1,320円',
    level: 'beginner',
    fabricSize: '50cm×50cm 2枚',
    comment: 'ファスナーのいらない封筒型。ふちのパイピングコードは、好きな布でくるんで使えます。',
  }),
  kit('K-2006', 'work-azuma-bag', '2026-01-14', {
    name: 'あづま袋キット',
    reading: 'あづまぶくろキット',
    price: '770円',
    level: 'beginner',
    fabricSize: '50cm×150cm 1枚（50cm角なら3枚続き）',
    comment:
      '一枚の布を折って縫う、昔ながらの手提げです。たたむと手のひらにおさまり、買い物にもお弁当にも使えます。',
  }),
  kit('K-2007', 'work-bib', '2026-02-04', {
    name: 'まんまるスタイキット',
    price: '990円',
    level: 'intermediate',
    fabricSize: '50cm×50cm 1枚',
    comment:
      'ぐるりとバイアステープでくるむ練習にぴったり。プラスナップと、吸水のよいパイル地が入っています。',
  }),
  kit('K-2008', 'work-gamaguchi', '2026-03-11', {
    name: 'まるい がま口ポーチキット',
    reading: 'まるい がまぐちポーチキット',
    price: '1,650円',
    level: 'intermediate',
    fabricSize: '30cm×50cm 1枚',
    comment: '18cmの口金と紙ひも、手芸用の接着剤つき。口金のはめ方は、写真を見ながら進められます。',
  }),
  kit('K-2009', 'work-pencil-case', '2026-04-08', {
    name: 'ファスナーのペンケースキット',
    price: '1,100円',
    level: 'intermediate',
    fabricSize: '25cm×30cm 2枚',
    comment: 'ファスナー付けのこつが身につくキットです。20cmのファスナー、タグ、接着芯が入っています。',
  }),
  kit('K-2010', 'work-book-cover', '2026-05-13', {
    name: '文庫本のブックカバーキット',
    reading: 'ぶんこぼんのブックカバーキット',
    price: '880円',
    level: 'intermediate',
    fabricSize: '20cm×45cm 2枚',
    fabricNumbers: 'F-1003\nF-1004',
    comment: '本の厚みに合わせて折り返せる形です。しおりのリボンと、とめ革が付いています。',
  }),
  kit('K-2011', 'work-sacoche', '2026-06-10', {
    name: 'ファスナーつきサコッシュキット',
    price: '1,540円',
    level: 'intermediate',
    fabricSize: '50cm×50cm 2枚',
    comment: '丸ひもの長さは自由に変えられます。内ポケットの作り方ものっていて、旅のおともにおすすめです。',
  }),
  kit('K-2012', 'work-apron', '2026-07-08', {
    name: 'ポケットの大きなエプロンキット',
    reading: 'ポケットのおおきなエプロンキット',
    price: '2,200円',
    level: 'intermediate',
    fabricSize: '50cm×50cm 4枚続き',
    comment: '首と腰のテープ、実物大の型紙つき。大人用と子ども用の二つの大きさから選んで作れます。',
  }),
  kit('K-2013', 'work-bucket-hat', '2026-08-12', {
    name: '両面で使えるバケットハットキット',
    reading: 'りょうめんでつかえるバケットハットキット',
    price: '2,420円',
    level: 'advanced',
    fabricSize: '50cm×50cm 4枚',
    comment: '表と裏で布を変えられる帽子です。つばに何本もステッチを入れて、しっかりした形に仕上げます。',
  }),
  kit('K-2014', 'work-baby-shoes', '2026-09-09', {
    name: 'はじめてのベビーシューズキット',
    price: '1,980円',
    level: 'advanced',
    fabricSize: '30cm×50cm 2枚',
    comment:
      '11cmと12cmの型紙つき。小さな曲線をきれいに縫うこつを、順を追って説明しています。贈りものにどうぞ。',
  }),
  kit('K-2015', 'work-granny-bag', '2026-10-07', {
    name: 'ギャザーたっぷりグラニーバッグキット',
    price: '2,860円',
    level: 'advanced',
    fabricSize: '50cm×50cm 4枚',
    comment:
      'ギャザーを均等に寄せて、持ち手と続けて仕立てます。裏布と内ポケットまで、見ごたえのある一品です。',
  }),
  kit('K-2016', 'work-pattern-sheet', '2026-11-04', {
    name: '小物の型紙シート（プレゼント）',
    reading: 'こもののかたがみシート（プレゼント）',
    price: '0円',
    level: 'beginner',
    fabricSize: '20cm×20cmから',
    comment:
      'ポーチ、ポケット、三角きんなど、四つの小物の実物大型紙です。布をお求めのときに、よろしければご一緒にどうぞ。',
  }),
]
