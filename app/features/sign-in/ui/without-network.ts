import { data } from 'react-router'
import { resetTexts } from '~/features/members/texts.ts'
import type { SignInAnswer } from '../sign-in.types.ts'

/** An action's answer; where the network fails, the form stays with what was typed and says so. */
export const withoutNetwork = async <T>(ask: () => Promise<T>) => {
  try {
    return await ask()
  } catch (error) {
    // What fetch throws when there is no answer; redirects are thrown too. With this status nothing else is asked for.
    if (error instanceof TypeError)
      return data<SignInAnswer>({ failure: resetTexts.offline }, { status: 503 })
    throw error
  }
}
