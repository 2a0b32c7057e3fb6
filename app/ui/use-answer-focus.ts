import { useHasScript } from './use-has-script.ts'

/**
 * For what tells that a form was refused: without script the page that answers begins at its top, far from the form, and `autofocus`
 * leads to the first of them. With script the form stays where it is, and nothing is moved (N158).
 */
export const useAnswerFocus = (isAnswer: boolean): { readonly autoFocus?: true } =>
  useHasScript() || !isAnswer ? {} : { autoFocus: true }
