export type RestockAnswer =
  | { readonly isAsked: true; readonly typed: string }
  | {
      readonly isAsked: false
      readonly typed: string
      readonly failure?: string
      readonly errors?: Readonly<Record<string, string>>
    }
