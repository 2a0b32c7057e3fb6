import { numberInAddress } from '~/features/products/rules.ts'
import { href } from '~/href.ts'

/** Paths beside those of products; a product with such a number gets a ~ behind it. */
const otherPages: readonly string[] = ['new', 'file', 'kit-order', 'choices', 'several']

export const deskProductPath = (number: string, done?: string): string =>
  href('/admin/products/:number', {
    number: otherPages.includes(number) ? `${number}~` : numberInAddress(number),
    done,
  })
