import type { Feature } from '~/feature-parts.server.ts'

export const documentImport: Feature = { name: 'document-import', tables: { '.': ['formerMember'] } }
