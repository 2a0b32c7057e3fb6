import type { DemoWork } from '~/features/recipes/demo.commands.server.ts'
import { bags } from './works-bags.ts'
import { worksForChildren } from './works-for-children.ts'
import { worksForGifts } from './works-for-gifts.ts'
import { worksForHome } from './works-for-home.ts'

export const demoWorks: readonly DemoWork[] = [
  ...worksForChildren,
  ...bags,
  ...worksForHome,
  ...worksForGifts,
]
