/**
 * Who asks for a write. Every command takes one, so that no rule about rights can be forgotten in a signature.
 * `shopper` is anybody in the shop area (S:L140); `owner` acts through the commands of this machine; `system` is a
 * job or the signed word of an outside service, named for the log.
 */
export type Actor =
  | { readonly kind: 'shopper' }
  | { readonly kind: 'owner' }
  | { readonly kind: 'system'; readonly name: string }
