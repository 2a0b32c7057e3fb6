import { useLocation, useNavigate } from 'react-router'
import { fieldsOf } from '~/kernel/json.ts'
import { useHasScript } from '~/ui/use-has-script.ts'
import { makingHash, pageOfHash } from '../making-mode.ts'

const steps = '#steps'

/**
 * The page at which the making mode is open, from 0; null while it is closed. It stands in the address: a reload stays, and Back
 * leaves the mode. Below it always lies an entry with a hash, for between two hashes nothing is loaded: all works offline.
 */
export const useMakingPage = (pages: number) => {
  const { search, hash, state } = useLocation()
  const navigate = useNavigate()
  const hasScript = useHasScript()
  const goTo = (target: string, options: { replace?: true; state?: unknown }) =>
    navigate({ search, hash: target }, options)
  return {
    page: hasScript ? pageOfHash(hash, pages) : null,
    enter: async (page: number) => {
      if (hash === '') await goTo(steps, { replace: true, state })
      await goTo(makingHash(page), { state: { liesOnRecipe: true } })
    },
    turnTo: (page: number) => void goTo(makingHash(page), { replace: true, state }),
    leave: () => {
      if (fieldsOf(state).liesOnRecipe === true) void navigate(-1)
      else void goTo(steps, { replace: true })
    },
  }
}
