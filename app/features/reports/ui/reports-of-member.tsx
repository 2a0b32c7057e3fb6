import type { ReportsOfAuthor } from '../outcomes.rules.ts'
import { CaseRows, OutcomeRows } from './report-rows.tsx'

/** On a member's page at the desk: what was reported of hers, and what was decided about it (N147). */
export function ReportsOfMember({ reports: { waiting, outcomes } }: { readonly reports: ReportsOfAuthor }) {
  return (
    <section className="stack-3" aria-labelledby="reports">
      <h2 id="reports">通報</h2>
      {waiting.length === 0 ? (
        <p>待っている通報はありません。</p>
      ) : (
        <CaseRows cases={waiting} label="待っている通報" />
      )}
      {outcomes.length === 0 ? null : (
        <>
          <h3>通報への対応</h3>
          <OutcomeRows outcomes={outcomes} requestId="" />
        </>
      )}
    </section>
  )
}
