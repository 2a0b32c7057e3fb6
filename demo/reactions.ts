import type { DemoReactions } from '~/features/reactions/commands.server.ts'

const ids = (pictures: string): string[] => pictures.split(' ').map((picture) => `demo-${picture}`)

/** What the demo's members like and keep; what was kept last stands first. */
export const demoReactions: readonly DemoReactions[] = [
  {
    member: 'member@demo.example',
    likes: ids(
      'tote cushion baby-shoes lunch-bag otedama azuma-bag bib bucket-hat shoe-bag gamaguchi sacoche book-cover noren',
    ),
    keeps: ids('tote azuma-bag granny-bag coasters lunch-bag cushion otedama noren'),
  },
  {
    member: 'no-posting@demo.example',
    likes: ids(
      'lesson-bag tote cushion baby-shoes lunch-bag azuma-bag coasters bucket-hat gamaguchi sacoche pencil-case scrunchies pincushion',
    ),
    keeps: ids(
      'cushion patchwork otedama lesson-bag tote coasters placemat gamaguchi book-cover garland bucket-hat tea-cozy apron noren',
    ),
  },
  {
    member: 'admin@demo.example',
    likes: ids(
      'lesson-bag tote otedama azuma-bag apron granny-bag bucket-hat gamaguchi scrunchies patchwork garland',
    ),
    keeps: ids('otedama baby-shoes patchwork'),
  },
  {
    member: 'asagi@demo.example',
    likes: ids(
      'lesson-bag tote cushion baby-shoes lunch-bag azuma-bag apron granny-bag coasters bib placemat hankies',
    ),
    keeps: ids('noren azuma-bag bento'),
  },
  {
    member: 'mugi@demo.example',
    likes: ids(
      'lesson-bag tote cushion baby-shoes lunch-bag otedama granny-bag coasters bib shoe-bag yukata-pouch pocket-pouch patchwork',
    ),
    keeps: ids('coasters lunch-bag noren'),
  },
  {
    member: 'sora@demo.example',
    likes: ids(
      'lesson-bag tote cushion otedama apron granny-bag coasters bucket-hat sacoche pencil-case book-cover placemat yukata-pouch',
    ),
    keeps: ids('lesson-bag bucket-hat pincushion'),
  },
  {
    member: 'tsumugi@demo.example',
    likes: ids(
      'lesson-bag cushion baby-shoes lunch-bag otedama azuma-bag apron bib shoe-bag pencil-case book-cover pocket-pouch',
    ),
    keeps: ids('gamaguchi pencil-case hankies'),
  },
]
