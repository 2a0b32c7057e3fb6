import type { ErrorObject } from 'ajv/dist/2020.js'
import { invalidRequest, type Refusal } from './api-answers.ts'

/** `/line_items/0/price_data` and `foo` as the provider writes it: `line_items[0][price_data][foo]`. */
export const parameterName = (pointer: string, member?: string): string => {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (member !== undefined) steps.push(member)
  const [head = '', ...rest] = steps
  return head + rest.map((step) => `[${step}]`).join('')
}

const shown = (data: unknown): string => {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

/** The most telling of a validator's errors: of the branches that did not fit, the one that got deepest. */
const mostTelling = (errors: readonly ErrorObject[]): ErrorObject | undefined =>
  errors
    .filter((error) => error.keyword !== 'anyOf')
    .reduce<ErrorObject | undefined>(
      (best, error) => (best && best.instancePath.length >= error.instancePath.length ? best : error),
      undefined,
    ) ?? errors[0]

const emptyText = (param: string): Refusal =>
  invalidRequest(`You passed an empty string for '${param}'. Leave the parameter out or give it a value.`, {
    code: 'parameter_invalid_empty',
    param,
  })

const wrongType = (error: ErrorObject, param: string): Refusal => {
  if (error.data === '') return emptyText(param)
  const wanted = String(error.params.type)
  const code = wanted === 'integer' ? { code: 'parameter_invalid_integer' } : {}
  return invalidRequest(`Invalid ${wanted}: ${shown(error.data)}`, { ...code, param })
}

/** The provider's refusal for what a validator found; the parameter is named as the provider names it. */
export const problemOf = (errors: readonly ErrorObject[]): Refusal => {
  const error = mostTelling(errors)
  if (error === undefined) return invalidRequest('Invalid request.')
  const param = parameterName(error.instancePath)
  switch (error.keyword) {
    case 'additionalProperties': {
      const unknown = parameterName(error.instancePath, String(error.params.additionalProperty))
      return invalidRequest(`Received unknown parameter: ${unknown}`, {
        code: 'parameter_unknown',
        param: unknown,
      })
    }
    case 'required': {
      const missing = parameterName(error.instancePath, String(error.params.missingProperty))
      return invalidRequest(`Missing required param: ${missing}.`, {
        code: 'parameter_missing',
        param: missing,
      })
    }
    case 'minLength':
      return emptyText(param)
    case 'enum':
      if (error.data === '') return emptyText(param)
      return invalidRequest(`Invalid ${param}: must be one of ${error.params.allowedValues.join(', ')}`, {
        param,
      })
    case 'type':
      return wrongType(error, param)
    case 'maxLength':
      return invalidRequest(
        `Invalid string: ${shown(error.data)}; must be at most ${error.params.limit} characters`,
        {
          param,
        },
      )
    case 'maxItems':
      return invalidRequest(`Array ${param} has too many items; the most is ${error.params.limit}.`, {
        param,
      })
    case 'minimum':
      return invalidRequest(`Invalid integer: must be at least ${error.params.limit}`, {
        code: 'parameter_invalid_integer',
        param,
      })
    case 'format':
      return invalidRequest('Not a valid URL', { code: 'url_invalid', param })
    default:
      return invalidRequest(`Invalid ${param}: ${error.message ?? error.keyword}`, { param })
  }
}
