import { useFieldError } from '~/ui/form.tsx'
import type { PartRefusal } from '../rules.ts'

/**
 * What the last answer says beside a field: all of it until something was typed, then what is still wrong by `faults`. So one field
 * mends what is said beside another, such as of the sum, and no other.
 */
export const useTold = (
  errors: Readonly<Record<string, string>> | undefined,
  faults: readonly PartRefusal[],
) => {
  const { error: asSent, onEdit } = useFieldError(errors)
  const isWrong = (field: string) => faults.some((fault) => fault.field === field)
  const told = (field: string) => asSent?.[field] ?? (isWrong(field) ? errors?.[field] : undefined)
  return { told, onEdit }
}
