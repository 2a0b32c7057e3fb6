import { OpensLater } from '~/features/gallery/ui/opens-later.tsx'

export default function GalleryOpensLater() {
  return <OpensLater what="このページ" soon="もうしばらくお待ちください。" />
}
