import { z } from 'zod'
import { prefectureOf } from '~/features/orders/address.rules.ts'
import { longestNote } from '~/features/orders/shipping.rules.ts'
import { readEmail } from '~/kernel/email.ts'
import { codePointLength, isVisible, nfkc, oneLine, plainLines, withoutInvisible } from '~/kernel/text.ts'

const line = (most: number, missing: string) =>
  z
    .string()
    .catch('')
    .transform((text) => oneLine(withoutInvisible(text)))
    .superRefine((text, check) => {
      if (missing !== '' && !isVisible(text)) check.addIssue(missing)
      else if (codePointLength(text) > most) check.addIssue(`${most}文字までで入力してください。`)
    })

const digits = (text: string): string => withoutInvisible(nfkc(text)).replace(/[-‐-―−ー\s()]/g, '')

const addressForm = z.object({
  recipient: line(60, 'お名前を入力してください。'),
  postalCode: z
    .string()
    .catch('')
    .transform((text) => digits(text).replace(/^(\d{3})(\d{4})$/, '$1-$2'))
    .refine((text) => /^\d{3}-\d{4}$/.test(text), '郵便番号を7けたの数字で入力してください。'),
  prefecture: z
    .string()
    .catch('')
    .transform((text) => prefectureOf(withoutInvisible(text)) ?? '')
    .refine((text) => text !== '', '都道府県を、東京都 のように入力してください。'),
  city: line(100, '市区町村を入力してください。'),
  line1: line(100, '番地を入力してください。'),
  line2: line(100, ''),
  phone: z
    .string()
    .catch('')
    .transform((text) =>
      digits(text)
        .replace(/^\+81(?!0)/, '0')
        .replace(/^\+81/, ''),
    )
    .refine(
      (text) => /^0\d{9,10}$/.test(text),
      '電話番号を、0から始まる10けたか11けたの数字で入力してください。',
    ),
})

const emailForm = z.object({
  email: z
    .string()
    .catch('')
    .transform((text, check) => {
      const email = readEmail(text)
      if (email.ok) return email.value
      check.addIssue('メールアドレスを、hanako@example.com のように入力してください。')
      return z.NEVER
    }),
})

const noteForm = z.object({
  text: z
    .string()
    .catch('')
    .transform(plainLines)
    .superRefine((text, check) => {
      if (!isVisible(text)) check.addIssue('メモを入力してください。')
      else if (codePointLength(text) > longestNote)
        check.addIssue(`${longestNote}文字までで入力してください。`)
    }),
})

type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: Readonly<Record<string, string>> }

const readWith = <T>(schema: z.ZodType<T>, form: FormData): Read<T> => {
  const read = schema.safeParse(Object.fromEntries(form))
  if (read.success) return { ok: true, value: read.data }
  const errors: Record<string, string> = {}
  for (const { path, message } of read.error.issues) errors[String(path[0])] ??= message
  return { ok: false, error: errors }
}

export const readAddressForm = (form: FormData) => readWith(addressForm, form)
export const readEmailForm = (form: FormData) => readWith(emailForm, form)
export const readNoteForm = (form: FormData) => readWith(noteForm, form)

const mostChosen = 100

/** The mails that a form has ticked. */
export const chosenMails = (form: FormData): string[] =>
  form
    .getAll('mail')
    .flatMap((key) => (typeof key === 'string' ? key : []))
    .slice(0, mostChosen)
