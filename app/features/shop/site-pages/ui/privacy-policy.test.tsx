import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { shopSettings } from '#settings'
import { SiteFactsProvider } from '~/ui/site-facts.tsx'
import { siteFacts } from '../../../../../tests/support/site-facts-for-tests.ts'
import { PrivacyPolicy } from './privacy-policy.tsx'

test('L6: the privacy text names the business, the purposes, who else processes data, how long, and how to ask', () => {
  const { seller, privacy } = shopSettings
  const page = renderToStaticMarkup(
    <SiteFactsProvider value={siteFacts}>
      <PrivacyPolicy
        legalName={seller.legalName}
        personInCharge={seller.personInCharge}
        privacy={privacy}
        storage={{ picturesAt: null, backupsAt: null, backupMonths: 12 }}
      />
    </SiteFactsProvider>,
  )
  const { name, contact } = siteFacts
  const named = [seller.legalName, seller.personInCharge, name, contact.address, contact.phone, contact.email]
  for (const text of [...named, 'ご利用の目的', '原則7年', privacy.disclosureFee])
    expect(page).toContain(text)
  expect(privacy.processors.length).toBeGreaterThan(0)
  for (const each of privacy.processors) expect(page).toContain(`${each.name}：${each.purpose}`)
})
