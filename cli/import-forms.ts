import type { z } from 'zod'
import { readProfileForm } from '~/features/accounts/profile/profile-form.server.ts'
import type { CurrentForms } from '~/features/document-import/forms.rules.ts'
import { kitRow } from '~/features/products/form.server.ts'
import { readRecipeForm } from '~/features/recipes/editor/form.server.ts'
import { linkRow, newsRow } from '~/features/shop/news-and-collaborations/form.server.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'

const rowBy =
  <Row>(schema: z.ZodType<Row>) =>
  (cells: Readonly<Record<string, string>>): Result<Row, string> => {
    const read = schema.safeParse(cells)
    return read.success ? ok(read.data) : refused(read.error.issues.map(({ message }) => message).join(''))
  }

export const currentForms: CurrentForms = {
  recipe: (form) => {
    const read = readRecipeForm(form)
    return read.ok ? read.value.content : read
  },
  profile: (form, shopNames) => {
    const { profile } = readProfileForm(form, shopNames)
    return profile.ok ? profile : refused(Object.fromEntries(Object.entries(profile.error)))
  },
  kit: rowBy(kitRow),
  link: rowBy(linkRow),
  news: rowBy(newsRow),
}
