/** The parts of a browser that a login needs: cookies per host, and redirects that are followed one by one. */
export class Browser {
  readonly #jars = new Map<string, Map<string, string>>();

  /** Value of the Cookie header for a URL. */
  cookies(url: string): string {
    return [...this.#jar(url)].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Sends a request with the cookies of its host. Does not follow redirects. */
  async fetch(
    url: string,
    init: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<Response> {
    const cookie = this.cookies(url);
    const answer = await fetch(url, {
      ...init,
      headers: { ...init.headers, ...(cookie && { cookie }) },
      redirect: 'manual',
    });
    for (const text of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = text.split('; ');
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      const isOver = value === '' || attributes.some(attribute => /^max-age=0$/i.test(attribute));
      if (isOver) this.#jar(url).delete(name);
      else this.#jar(url).set(name, value);
    }
    return answer;
  }

  /** Follows redirects until a URL matches. The matching URL is not requested. */
  async follow(url: string, until: (url: string) => boolean): Promise<string> {
    for (let at = url, hops = 0; hops < 20; hops++) {
      const answer = await this.fetch(at);
      const to = answer.headers.get('location');
      if (to === null) throw new Error(`${at} led nowhere: ${answer.status} ${await answer.text()}`);
      at = new URL(to, at).href;
      if (until(at)) return at;
    }
    throw new Error(`${url} led in circles`);
  }

  #jar(url: string): Map<string, string> {
    const { host } = new URL(url);
    let jar = this.#jars.get(host);
    if (!jar) this.#jars.set(host, (jar = new Map()));
    return jar;
  }
}
