import { pictureUrl } from '~/features/pictures/rules.ts'

/** The products of the first screens, photographed: names in uploads/, by what they show. */
const photographs: Readonly<Record<string, string>> = {
  'asanoha-indigo': '4aef5aafaa8952c402bf0aa12bd5232f-1200x1200',
  'asanoha-mustard': '46b0f7d558f36485afdef38e8467d05d-1200x1200',
  'asanoha-sakura': '67bcdd719b693e25c5386432076a8d23-1200x1200',
  'seigaiha-indigo': '0a6d0f79744e1be7f5e1fe82a8299aec-1200x1200',
  'seigaiha-paper': '28c1b2cd01c7158e7aadf1cc45b4d4f7-1200x1200',
  'shippo-persimmon': '8c6482b91d8ad80dc8d557a43fdc083f-1200x1200',
  'work-apron': '77c0796515fcbdd4f60757175868f668-1200x1200',
  'work-baby-shoes': 'e56e64051b36eb88083c805d24d47085-1200x1200',
  'work-bucket-hat': '521c2cd1eacb5f8921b133d051a926f5-1200x1200',
  'work-granny-bag': '1f580735a6592ed7ffd9b5afaed1da71-1200x1200',
  'work-pattern-sheet': '2d9568976ec2b5c4e83ff810a38788cb-1200x1200',
  'work-sacoche': '06bd00a249a68bf797901024ea4885b8-1200x1200',
}

/** The drawing of that name, one of pictures/demo. */
export const drawingUrl = (name: string): string => `/Image/demo/${name}.svg`

/** Its photograph, or where there is none the drawing. */
export const productPictureUrl = (name: string): string => {
  const photograph = photographs[name]
  return photograph === undefined ? drawingUrl(name) : pictureUrl(photograph)
}
