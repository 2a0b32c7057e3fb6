import { useFieldError } from '~/ui/form.tsx'
import type { PartRefusal } from '../rules.ts'
import { partRefusalText } from '../texts.ts'

/**
 * What the last answer says beside a field: all of it until something was typed, then what is still wrong by `faults`. So one field
 * mends what is said beside another, such as of the sum, and no other.
 */
export const useTold = (
  errors: Readonly<Record<string, string>> | undefined,
  faults: readonly PartRefusal[],
) => {
  const { error: asSent, onEdit } = useFieldError(errors)
  const present = (field: string) => {
    const fault = faults.find((each) => each.field === field)
    return fault === undefined || errors?.[field] === undefined ? undefined : partRefusalText(fault)
  }
  const told = (field: string) => asSent?.[field] ?? present(field)
  return { told, onEdit }
}
