import type { SignInAnswer } from '../sign-in.types.ts'
import { resetTexts } from '../texts.ts'

/** An action's answer; where the network fails, the form stays with what was typed and says so. */
export const withoutNetwork = async <T>(ask: () => Promise<T>): Promise<T | SignInAnswer> => {
  try {
    return await ask()
  } catch (error) {
    // What fetch throws when there is no answer; redirects are thrown too.
    if (error instanceof TypeError) return { failure: resetTexts.offline }
    throw error
  }
}
