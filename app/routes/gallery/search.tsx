import { OpensLater } from '~/features/gallery/ui/opens-later.tsx'

export default function Search() {
  return (
    <OpensLater
      what="作品の検索"
      soon="作品の投稿が始まると、ことば、レベル、場面から作品とつくり方をさがせるようになります。いまは、まだご覧いただける作品がありません。"
    />
  )
}
