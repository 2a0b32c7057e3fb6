import { Facts } from '~/ui/facts.tsx'
import type { NoticeRow } from '../rules.ts'

/** 特定商取引法に基づく表記, row by row (law B1). */
export function LegalNotice({ rows }: { readonly rows: readonly NoticeRow[] }) {
  return (
    <Facts
      facts={rows.map(({ id, name, lines }) => ({
        id,
        name,
        value: lines.map((line) => <p key={line}>{line}</p>),
      }))}
    />
  )
}
