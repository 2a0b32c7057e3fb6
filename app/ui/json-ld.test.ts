import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonForScript } from './json-ld.tsx'

test('R36: no text can end the script that carries it, and every text arrives as it was', () => {
  const hostile = fc.constantFrom('</script>', '<!--', '<script>', ']]>')
  fc.assert(
    fc.property(fc.oneof(fc.string(), hostile), (name) => {
      const json = jsonForScript({ name })
      expect(json).not.toContain('<')
      expect(JSON.parse(json)).toEqual({ name })
    }),
  )
})
