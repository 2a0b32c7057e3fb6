import { phoneLink } from '~/kernel/links.ts'
import { Facts } from '~/ui/facts.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'

/** Beside every order; one that is `shipped` cannot be cancelled any more. */
export function SalesTerms({ shipped = false }: { readonly shipped?: boolean }) {
  const { terms, contact } = useSiteFacts()
  return (
    <section aria-labelledby="sales-terms" className="order-screen">
      <h2 id="sales-terms">{shipped ? 'お届け・返品・お問い合わせ' : 'お届け・キャンセル・お問い合わせ'}</h2>
      <Facts
        facts={[
          { name: 'お届け', value: terms.delivery },
          ...(shipped ? [] : [{ name: 'キャンセル', value: terms.cancellation }]),
          { name: '返品', value: `${terms.returns}${terms.returnPostage}` },
          {
            name: 'お問い合わせ',
            value: (
              <>
                電話 <a href={phoneLink(contact.phone)}>{contact.phone}</a>
                <br />
                メール <a href={`mailto:${contact.email}`}>{contact.email}</a>
                <br />
                {contact.hours.join('／')}
              </>
            ),
          },
        ]}
      />
    </section>
  )
}
