/** The inside of the provider's error object. */
export interface ApiError {
  readonly type: 'api_error' | 'idempotency_error' | 'invalid_request_error'
  readonly code?: string
  readonly message: string
  readonly param?: string
}

/** Why a call is not done: the HTTP status and the error object that say so. */
export interface Refusal {
  readonly status: number
  readonly error: ApiError
}

/** What a step of a call comes to. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal }

/** The good outcome. */
export const done = <T>(value: T): Outcome<T> => ({ ok: true, value })

/** The bad outcome. */
export const refuse = (refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } => ({
  ok: false,
  refusal,
})

/** 400: the request itself is wrong; `param` names the parameter in the provider's notation. */
export const invalidRequest = (message: string, extra: { param?: string; code?: string } = {}): Refusal => ({
  status: 400,
  error: { type: 'invalid_request_error', message, ...extra },
})

/** There is no such session: 404 when its id stood in the path, 400 when it was a parameter. */
export const noSuchSession = (id: string, status: 400 | 404, param: string): Refusal => ({
  status,
  error: {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such checkout.session: ${id}`,
    param,
  },
})

/** 401 for a missing or wrong key. The key itself is never repeated. */
export const badKey = (given: boolean): Refusal => ({
  status: 401,
  error: {
    type: 'invalid_request_error',
    message: given ? 'Invalid API Key provided.' : 'You did not provide an API key.',
  },
})

/** 404 for an address that the stand-in does not know. */
export const unknownAddress = (method: string, path: string): Refusal => ({
  status: 404,
  error: { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` },
})

/** 400: the key was used before, with other parameters or at another address. */
export const keyUsedOtherwise = (key: string): Refusal => ({
  status: 400,
  error: {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the parameters and the address they were first used with: '${key}'.`,
  },
})

/** 409: a call with this key is still running. */
export const keyInUse = (key: string): Refusal => ({
  status: 409,
  error: {
    type: 'invalid_request_error',
    code: 'idempotency_key_in_use',
    message: `Another request with the idempotency key '${key}' is in progress. Please try again later.`,
  },
})

/** A failure on the provider's own side. */
export const providerFailure = (status: 500 | 503): Refusal => ({
  status,
  error: { type: 'api_error', message: 'An unknown error occurred.' },
})
