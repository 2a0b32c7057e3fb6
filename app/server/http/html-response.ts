/**
 * A page that is sent as the text that it is. As a `Response`'s body it would become a stream of bytes, to be read and put together again
 * before it is sent (docs/decisions/0224).
 */
export class HtmlResponse extends Response {
  readonly html: string

  constructor(html: string, init: ResponseInit) {
    super(null, init)
    this.html = html
  }

  override async text(): Promise<string> {
    return this.html
  }
}
