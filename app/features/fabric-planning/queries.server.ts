import type { SellableProduct } from '~/features/products/rules.ts'
import { type PatternScale, readPatternScale } from '~/kernel/pattern-scale.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type UsualAnswer, usualAnswers } from './sewing.rules.ts'

export interface FabricPlan {
  readonly scale: PatternScale | null
  readonly usual: readonly UsualAnswer[]
  /** Everything but 無地 may have a top (W41). */
  readonly mayHaveTop: boolean
}

const usual = { joined: usualAnswers(true), squares: usualAnswers(false) }

/** The scale from the settings, by number or name, else from the description (W40), with the usual answers (W45). */
export const fabricPlan = (
  { settings: { patternScales, joined } }: Pick<AppContext, 'settings'>,
  { number, name, description }: Pick<SellableProduct, 'number' | 'name' | 'description'>,
): FabricPlan => {
  const own = [number, name].find((key) => Object.hasOwn(patternScales, key))
  const scale = readPatternScale(own === undefined ? description : (patternScales[own] ?? ''))
  return {
    scale,
    usual: joined === 'lengthwise' ? usual.joined : usual.squares,
    mayHaveTop: !`${name}${description}`.includes('無地'),
  }
}
