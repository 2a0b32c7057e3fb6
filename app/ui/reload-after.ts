import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * `shouldRevalidate` of a page whose forms send what its loader read (versions, marks, rows): after a refusal with one of these HTTP
 * statuses it is read again, so that the next press is about the present state. The router itself reads again after success alone.
 * Forms with one of the acts in `kept` stay as they are: their answers say what is stored now.
 */
export const reloadAfter =
  (statuses: readonly number[], kept: readonly string[] = []) =>
  ({
    actionStatus,
    formData,
    defaultShouldRevalidate,
  }: Pick<
    ShouldRevalidateFunctionArgs,
    'actionStatus' | 'formData' | 'defaultShouldRevalidate'
  >): boolean => {
    const isRefused = actionStatus !== undefined && statuses.includes(actionStatus)
    return defaultShouldRevalidate || (isRefused && !kept.includes(String(formData?.get('act'))))
  }
