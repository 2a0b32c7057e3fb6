import { CardNote, DeskCard } from '~/ui/desk-card.tsx'
import type { ReportsOfAuthor } from '../outcomes.rules.ts'
import { CaseRows, OutcomeRows } from './report-rows.tsx'
import css from './reports.module.css'

/** On a member's page at the desk: what was reported of hers, and what was decided about it (N147). */
export function ReportsOfMember({ reports: { waiting, outcomes } }: { readonly reports: ReportsOfAuthor }) {
  return (
    <DeskCard id="reports" heading="通報">
      {waiting.length === 0 ? (
        <CardNote>待っている通報はありません。</CardNote>
      ) : (
        <div className={css.inCard}>
          <CaseRows cases={waiting} label="待っている通報" />
        </div>
      )}
      {outcomes.length === 0 ? null : (
        <div className={css.inCard}>
          <h3>通報への対応</h3>
          <OutcomeRows outcomes={outcomes} requestId="" />
        </div>
      )}
    </DeskCard>
  )
}
