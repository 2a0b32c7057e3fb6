import { ContactFacts } from '~/features/shop/site-pages/ui/shop-contact.tsx'
import { href } from '~/href.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'

const heading = 'お問い合わせ'

export default function Contact() {
  const { name } = useSiteFacts()
  return (
    <Page
      narrow
      heading={heading}
      steps={[{ name: heading, to: href('/contact') }]}
      lead={
        <p>
          ご注文のこと、生地やキットのこと、何でもお尋ねください。受付時間外にいただいたメールには、次の営業日にお返事します。
        </p>
      }
    >
      <PageMeta
        title={heading}
        description={`${name}への電話・FAX・メールでのお問い合わせ先と受付時間のご案内です。`}
      />
      <ContactFacts />
    </Page>
  )
}
