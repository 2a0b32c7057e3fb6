import { pdfUrl, pictureUrl } from '~/features/pictures/rules.ts'
import type { DemoRecipe } from '~/features/recipes/demo.commands.server.ts'
import type { AffiliateProduct } from '~/features/recipes/types.ts'
import { recipePictures } from './recipe-pictures.ts'

type Picture = keyof typeof recipePictures

/** How a recipe of the demo is written: a step with a photograph is a pair. */
interface Written
  extends Partial<Pick<DemoRecipe, 'ties'>>,
    Pick<DemoRecipe, 'title' | 'description' | 'ingredients' | 'tags' | 'cookingTime' | 'difficulty'> {
  readonly steps: ReadonlyArray<string | readonly [description: string, picture: Picture]>
  /** At most one of these three. */
  readonly video?: string
  readonly website?: string
  readonly pdf?: string
  readonly products?: readonly AffiliateProduct[]
  /** Photographs after the first. */
  readonly more?: readonly Picture[]
}

const authors = {
  haruka: 'member@demo.example',
  yuko: 'admin@demo.example',
  kotoko: 'asagi@demo.example',
  mugi: 'mugi@demo.example',
  sora: 'sora@demo.example',
  ryo: 'tsumugi@demo.example',
} as const

/** `time` is of Japan: 2026-04-01T21:10. */
export const recipe = (
  picture: Picture,
  author: keyof typeof authors,
  time: string,
  { steps, video, website, pdf, products = [], ties = [], more = [], ...said }: Written,
): DemoRecipe => ({
  id: `demo-${picture}`,
  author: authors[author],
  createdAt: Date.parse(`${time}:00+09:00`),
  ...said,
  ties,
  moreImages: more.map((each) => pictureUrl(recipePictures[each])),
  steps: steps.map((step, at) =>
    typeof step === 'string'
      ? { id: at + 1, description: step }
      : { id: at + 1, description: step[0], imageUrl: pictureUrl(recipePictures[step[1]]) },
  ),
  affiliateProducts: products,
  explanationType: video ? 'video' : website ? 'website' : pdf ? 'pdf' : 'none',
  youtubeUrl: video === undefined ? '' : `https://www.youtube.com/watch?v=${video}`,
  websiteExplanation: website ?? '',
  pdfUrl: pdf === undefined ? '' : pdfUrl(pdf),
  mainImageUrl: pictureUrl(recipePictures[picture]),
})
