const pageOf = (address: string) => address.replace(/(?:\.data)?(?:\?.*)?$/, '')

/** For a walk over all pages: lists lead to each other in thousands of ways, and every page to the sign-in and back. */
export const isOneOfMany = (linked: string, path: string): boolean =>
  linked.includes('next=') || (linked.includes('?') && path.includes('?') && pageOf(linked) === pageOf(path))
