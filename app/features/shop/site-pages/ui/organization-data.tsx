import { use } from 'react'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import { JsonLd } from '~/ui/json-ld.tsx'
import { ServerSettings } from '~/ui/server-settings.ts'
import { useSiteFacts } from '~/ui/site-facts.tsx'

export function OrganizationData() {
  const site = useSiteFacts()
  const settings = use(ServerSettings)
  return (
    <JsonLd data={import.meta.env.SSR && settings !== undefined && organizationOf(settings, site.origin)} />
  )
}

const organizationOf = ({ seller, hours, ...settings }: ShopSettings, origin: string) => ({
  '@type': 'OnlineStore',
  '@id': `${origin}/#organization`,
  name: settings.name,
  alternateName: settings.nameInLatin,
  legalName: seller.legalName,
  description: settings.description,
  url: `${origin}/`,
  logo: `${origin}/icon-512.png`,
  email: seller.email,
  telephone: seller.phone,
  ...(seller.fax === null ? {} : { faxNumber: seller.fax }),
  address: {
    '@type': 'PostalAddress',
    addressCountry: 'JP',
    postalCode: seller.postalCode,
    streetAddress: seller.address,
  },
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer service',
    telephone: seller.phone,
    email: seller.email,
    availableLanguage: 'ja',
    hoursAvailable: hours.open.map(({ days, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: days,
      opens,
      closes,
    })),
  },
})
