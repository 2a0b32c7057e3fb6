import type { ProfileInput } from '~/features/accounts/profile/profile.rules.ts'
import type { KitToStore } from '~/features/products/rules.ts'
import type { RecipeInput } from '~/features/recipes/types.ts'
import type { LinkItem, NewsItem } from '~/features/shop/news-and-collaborations/rules.ts'
import type { Result } from '~/kernel/result.ts'

/** By field, in Japanese. */
type Faults = Readonly<Record<string, string>>

/** Today's form rules; the caller provides them. */
export interface CurrentForms {
  readonly recipe: (form: FormData) => Result<RecipeInput, Faults>
  /** `shopNames` are forbidden (A18). */
  readonly profile: (form: FormData, shopNames: readonly string[]) => Result<ProfileInput, Faults>
  readonly kit: (cells: Faults) => Result<KitToStore, string>
  readonly link: (cells: Faults) => Result<LinkItem, string>
  readonly news: (cells: Faults) => Result<NewsItem, string>
}
