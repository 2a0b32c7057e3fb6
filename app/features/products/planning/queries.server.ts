import type { SellableProduct } from '~/features/products/rules.ts'
import { type PatternScale, readPatternScale } from '~/kernel/pattern-scale.ts'
import type { AppContext } from '~/server/app-context.ts'
import { mayHaveTop, type UsualAnswer, usualAnswers } from './sewing.rules.ts'

export interface FabricPlan {
  /** Null where nothing is known: there is no ruler then (W40). */
  readonly scale: PatternScale | null
  readonly usual: readonly UsualAnswer[]
  /** Everything but 無地 may have a top (W41). */
  readonly mayHaveTop: boolean
}

const usual = { joined: usualAnswers(true), squares: usualAnswers(false) }

/** The scale from the settings, by number or name, else from the description (W40), with the usual answers (W45). */
export const fabricPlan = (
  { settings: { patternScales, joined } }: Pick<AppContext, 'settings'>,
  product: Pick<SellableProduct, 'number' | 'name' | 'description'>,
): FabricPlan => {
  const { number, name, description } = product
  const own = [number, name].find((key) => Object.hasOwn(patternScales, key))
  const scale = readPatternScale(own === undefined ? description : (patternScales[own] ?? ''))
  return {
    scale,
    usual: joined === 'lengthwise' ? usual.joined : usual.squares,
    mayHaveTop: mayHaveTop(product),
  }
}
