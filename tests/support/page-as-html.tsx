import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import type { DeskPerson } from '../../app/kernel/actor.ts'
import type { AppContext } from '../../app/server/app-context.ts'
import { appContext } from '../../app/services.server.ts'
import { SiteFactsProvider } from '../../app/ui/site-facts.tsx'
import { siteFacts } from './site-facts-for-tests.ts'

/** A page of the desk as its route module has it. */
export interface PageModule {
  // biome-ignore lint/suspicious/noExplicitAny: each route has types of its own
  readonly loader: (args: any) => unknown
  // biome-ignore lint/suspicious/noExplicitAny: the same
  readonly action: (args: any) => unknown
  // biome-ignore lint/suspicious/noExplicitAny: the same
  readonly default: ComponentType<any>
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}
const plain = (html: string) => html.replace(/&(?:amp|lt|gt|quot|#x27);/g, (each) => entities[each] ?? each)

const attribute = (tag: string, name: string): string | undefined => {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`).exec(tag) ?? []
  return value === undefined ? undefined : plain(value)
}

/** A form of a page, as a browser without script has it. */
export interface FormOnPage {
  readonly html: string
  /** What it sends as it stands. */
  readonly fields: ReadonlyArray<readonly [string, string]>
  /** The choices that it asks for, by name (N82). */
  readonly choices: readonly string[]
}

const formIn = (html: string): FormOnPage => {
  const fields: [string, string][] = []
  const choices = new Set<string>()
  const elements = /<input[^>]*>|<textarea[^>]*>[^<]*<\/textarea>|<select[^>]*>.*?<\/select>/gs
  for (const [element] of html.matchAll(elements)) {
    const name = attribute(element, 'name')
    if (name === undefined || attribute(element, 'disabled') !== undefined) continue
    const type = attribute(element, 'type') ?? ''
    if (element.startsWith('<textarea')) {
      fields.push([name, plain(/>\n?([^<]*)</.exec(element)?.[1] ?? '')])
    } else if (element.startsWith('<select')) {
      const option = /<option[^>]*\sselected=""[^>]*>/.exec(element) ?? /<option[^>]*>/.exec(element)
      fields.push([name, attribute(option?.[0] ?? '', 'value') ?? ''])
    } else if (type === 'radio' || type === 'checkbox') {
      if (/\schecked=""/.test(element)) fields.push([name, attribute(element, 'value') ?? 'on'])
      else if (name.startsWith('choice:')) choices.add(name)
    } else if (type !== 'file') fields.push([name, attribute(element, 'value') ?? ''])
  }
  return { html, fields, choices: [...choices] }
}

/** What a page shows or answers, without script: its forms, where it leads to, or the status that it throws. */
export type Shown =
  | { readonly status: number; readonly html: string; readonly forms: readonly FormOnPage[] }
  | { readonly to: string }
  | { readonly thrown: number }

/** A page of the desk at its `path`, seen and pressed by this person without script. */
export const pageAsHtml = (
  ctx: AppContext,
  actor: DeskPerson,
  page: PageModule,
  { path, params }: { readonly path: string; readonly params: Readonly<Record<string, string>> },
) => {
  const url = new URL(path, 'https://shop.example')
  const argsOf = (request: Request) => {
    const context = new RouterContextProvider()
    context.set(appContext, Object.assign(JSON.parse('{}'), { ...ctx, actor, requestId: 'request' }))
    return { request, url, pattern: '', params, context }
  }
  const draw = async (status: number, actionData?: unknown): Promise<Shown> => {
    const loaded = await page.loader(argsOf(new Request(url)))
    const loaderData: unknown =
      typeof loaded === 'object' && loaded !== null && 'init' in loaded && 'data' in loaded
        ? loaded.data
        : loaded
    const Page = page.default
    const Stub = createRoutesStub([
      {
        id: 'page',
        path: url.pathname,
        Component: () => (
          <SiteFactsProvider value={siteFacts}>
            <Page loaderData={loaderData} actionData={actionData} params={params} />
          </SiteFactsProvider>
        ),
      },
    ])
    const data = { loaderData: {}, ...(actionData === undefined ? {} : { actionData: { page: actionData } }) }
    const html = renderToStaticMarkup(<Stub initialEntries={[path]} hydrationData={data} />)
    const forms = [...html.matchAll(/<form.*?<\/form>/gs)].map(([form]) => formIn(form))
    return { status, html, forms }
  }
  return {
    open: () => draw(200),
    press: async (fields: ReadonlyArray<readonly [string, string]>): Promise<Shown> => {
      const body = new URLSearchParams(fields.map(([name, value]) => [name, value]))
      const answer: unknown = await Promise.resolve(
        page.action(argsOf(new Request(url, { method: 'POST', body }))),
      ).catch((thrown: unknown) => ({ thrown }))
      if (answer instanceof Response) return { to: answer.headers.get('location') ?? '' }
      if (typeof answer !== 'object' || answer === null) throw new Error('no answer')
      if ('thrown' in answer) {
        const { thrown } = answer
        if (typeof thrown === 'object' && thrown !== null && 'init' in thrown)
          return { thrown: (thrown.init as { readonly status: number }).status }
        throw thrown
      }
      if (!('data' in answer) || !('init' in answer)) throw new Error('no answer of a form')
      return draw((answer.init as { readonly status?: number } | null)?.status ?? 200, answer.data)
    },
  }
}
