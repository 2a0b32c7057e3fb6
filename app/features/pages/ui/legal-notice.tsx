import type { ShopSettings } from '~/kernel/shop-settings.ts'
import { Facts } from '~/ui/facts.tsx'
import { legalNotice } from '../rules.ts'

/** 特定商取引法に基づく表記, row by row (law B1). */
export function LegalNotice({ settings }: { readonly settings: ShopSettings }) {
  return (
    <Facts
      facts={legalNotice(settings).map(({ id, name, lines }) => ({
        id,
        name,
        value: lines.map((line) => <p key={line}>{line}</p>),
      }))}
    />
  )
}
