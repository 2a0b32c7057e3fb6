/** What is wrong with the fields of a form, in words. */
export type SignInErrors = Partial<Record<'name' | 'email' | 'password' | 'confirmation', string>>

/** Why one of the forms did not go on. */
export interface SignInAnswer {
  readonly typed?: { readonly name: string; readonly email: string }
  readonly errors?: SignInErrors
  /** About the form as a whole. */
  readonly failure?: string
}
