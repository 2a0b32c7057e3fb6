import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Stripe } from 'stripe'
import { done, type Outcome, refuse } from './api-answers.ts'
import type { Address, ApiRequest, PageParameters } from './api-request.ts'
import description from './description/checkout-api.json' with { type: 'json' }
import { problemOf } from './description-problem.ts'
import type { Parameters } from './form-encoding.ts'

type InQuery = readonly { readonly in: string; readonly name: string; readonly schema: object }[]

const querySchema = (parameters: InQuery): AnySchemaObject => ({
  type: 'object',
  properties: Object.fromEntries(
    parameters.filter((each) => each.in === 'query').map(({ name, schema }) => [name, schema]),
  ),
  additionalProperties: false,
})

/** Texts in a request are never empty, unless the description lists the empty text as a value. */
const withoutEmptyTexts = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withoutEmptyTexts)
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.entries(schema).map(([name, value]) => [name, withoutEmptyTexts(value)])
  const isOpenText = 'type' in schema && schema.type === 'string' && !('enum' in schema)
  return Object.fromEntries(isOpenText ? [...members, ['minLength', 1]] : members)
}

const isHttpAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

/** Makes the validator of one operation when it is first needed; compiling the largest takes some 50 ms. */
const lazyValidator = <T>(ajv: Ajv2020, schema: AnySchemaObject): (() => ValidateFunction<T>) => {
  let compiled: ValidateFunction<T> | undefined
  return () => {
    compiled ??= ajv.compile<T>(schema)
    return compiled
  }
}

const checked = <T>(fits: ValidateFunction<T>, parameters: unknown): Outcome<T> =>
  fits(parameters) ? done(parameters) : refuse(problemOf(fits.errors ?? []))

/**
 * Checks decoded parameters against the published description and gives them with the types of the provider's own
 * package: texts become numbers and flags, in place.
 */
export type CheckRequest = (address: Address, parameters: Parameters) => Outcome<ApiRequest>

/** Makes the check. It holds the compiled schemas, so keep it for the life of a provider. */
export const createRequestCheck = (): CheckRequest => {
  const ajv = new Ajv2020({
    strict: false,
    coerceTypes: true,
    verbose: true,
    formats: { uri: isHttpAddress, 'unix-time': true, decimal: true },
  })
  const { paths } = description
  const session = paths['/v1/checkout/sessions/{session}']
  const components = withoutEmptyTexts(description.components)
  const bodyOf = (operation: {
    requestBody: { content: { 'application/x-www-form-urlencoded': { schema: object } } }
  }) => ({
    ...operation.requestBody.content['application/x-www-form-urlencoded'].schema,
    components,
  })
  const queryOf = (operation: { parameters: InQuery }) => ({
    ...querySchema(operation.parameters),
    components,
  })

  const create = lazyValidator<Stripe.Checkout.SessionCreateParams>(
    ajv,
    bodyOf(paths['/v1/checkout/sessions'].post),
  )
  const list = lazyValidator<Stripe.Checkout.SessionListParams>(
    ajv,
    queryOf(paths['/v1/checkout/sessions'].get),
  )
  const retrieve = lazyValidator<PageParameters>(ajv, queryOf(session.get))
  const expire = lazyValidator<PageParameters>(
    ajv,
    bodyOf(paths['/v1/checkout/sessions/{session}/expire'].post),
  )
  const lines = lazyValidator<PageParameters>(
    ajv,
    queryOf(paths['/v1/checkout/sessions/{session}/line_items'].get),
  )

  return ({ operation, sessionId }, parameters) => {
    switch (operation) {
      case 'create': {
        const outcome = checked(create(), parameters)
        return outcome.ok ? done({ operation, parameters: outcome.value }) : outcome
      }
      case 'list': {
        const outcome = checked(list(), parameters)
        return outcome.ok ? done({ operation, parameters: outcome.value }) : outcome
      }
      default: {
        const outcome = checked({ retrieve, expire, line_items: lines }[operation](), parameters)
        return outcome.ok ? done({ operation, sessionId, parameters: outcome.value }) : outcome
      }
    }
  }
}
