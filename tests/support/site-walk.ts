/** For a walk over all pages: the lists lead to each other in hundreds of ways, and every page to the sign-in and back. */
export const isOneOfMany = (linked: string, path: string): boolean =>
  linked.includes('next=') || (linked.includes('/search?') && path.includes('/search'))
