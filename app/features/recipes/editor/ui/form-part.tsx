import type { ReactNode } from 'react'
import type { PictureRuleName } from '~/features/pictures/ui/upload.tsx'
import type { RecipeErrors, TypedRecipe } from '../form.rules.ts'
import css from './recipe-editor.module.css'

/** Props of a part's fields. */
export interface PartProps {
  readonly start: TypedRecipe
  readonly typed: TypedRecipe
  readonly errors: RecipeErrors
  /** Of newly chosen pictures (R3). */
  readonly pictures: PictureRuleName
  /** Tells whether an upload of this name is running. */
  readonly onBusy: (name: string, isBusy: boolean) => void
}

/** One of the four parts of the form, to which the progress line links. */
export function FormPart({
  id,
  heading,
  children,
}: {
  readonly id: string
  readonly heading: string
  readonly children: ReactNode
}) {
  return (
    <section id={id} className={`stack-5 ${css.part}`} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{heading}</h2>
      {children}
    </section>
  )
}
