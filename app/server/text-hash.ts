import { createHash } from 'node:crypto'

/** SHA-256 in base64url (43 characters): stands for a token or an address in rows that must not hold it. */
export const textHash = (text: string): string => createHash('sha256').update(text).digest('base64url')
