import type { LinkItem } from '~/features/shop/news-and-collaborations/rules.ts'
import { drawingUrl } from './product-pictures.ts'

const link = (id: string, picture: string, title: string, price: string, maker: string): LinkItem => ({
  id,
  title,
  price,
  imageUrl: drawingUrl(picture),
  applyUrl: `https://store.example.com/nuno-square/${id}`,
  influencerUrl: `https://www.example.com/makers/${maker}`,
})

export const demoLinks: readonly LinkItem[] = [
  link('collab-01', 'collab-tote', '糸と暮らしのハルさん×市松トートの布セット', '3,300円', 'haru'),
  link('collab-02', 'collab-apron', '台所しごとのミナさん×うす緑のリネンエプロン', '4,180円', 'mina'),
  link('collab-03', 'collab-cushion', '刺し子のトオルさん×柿の花クッションの糸と布', '2,970円', 'toru'),
  link('collab-04', 'collab-hat', '帽子作家ナギさん×タータンのバケットハット型紙つき', '3,850円', 'nagi'),
]
