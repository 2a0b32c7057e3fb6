/** A telephone number as it is written, as the address that calls it. */
export const phoneLink = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`

/** A telephone number as Japan writes it: the payment provider gives +8190…, which here is 090…. */
export const domesticPhone = (phone: string): string => phone.replace(/^\+81\s*0?/, '0')
