import type { ShopSettings } from '~/kernel/shop-settings.ts'
import { JsonLd } from '~/ui/json-ld.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'

type OrganizationFacts = Pick<ShopSettings, 'name' | 'nameInLatin' | 'description' | 'seller' | 'hours'>

export function OrganizationData({ settings }: { readonly settings: OrganizationFacts }) {
  const site = useSiteFacts()
  const { seller, hours } = settings
  return (
    <JsonLd
      data={
        import.meta.env.SSR && {
          '@type': 'OnlineStore',
          '@id': `${site.origin}/#organization`,
          name: settings.name,
          alternateName: settings.nameInLatin,
          legalName: seller.legalName,
          description: settings.description,
          url: `${site.origin}/`,
          logo: `${site.origin}/icon-512.png`,
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
        }
      }
    />
  )
}
