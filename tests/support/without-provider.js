// For shops in tests whose key is none of the provider's: it does not answer them, wherever the tests run.
import dns from 'node:dns'

const { lookup } = dns
dns.lookup = (hostname, ...more) =>
  hostname === 'api.stripe.com'
    ? more.at(-1)(Object.assign(new Error(`no address of ${hostname}`), { code: 'ENOTFOUND' }))
    : lookup(hostname, ...more)
