import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { PageName, View } from './views.ts';

export type TestBrowser = ReturnType<typeof createTestBrowser>;
type RequestHeaders = Readonly<Record<string, string>>;

/** Returns a simulated browser, which keeps cookies and sends the origin of its requests. */
export function createTestBrowser(url: string, origin: string) {
  const cookies = new Map<string, string>();

  async function send(
    method: string,
    path: string,
    givenHeaders: RequestHeaders,
    body?: string | Buffer,
  ): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { host: new URL(origin).host, ...(cookie !== '' && { cookie }), ...givenHeaders };
    // Not `fetch`, which cannot send another Host header.
    const sent = request(url + path, { method, headers });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    for (const set of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (/Max-Age=0(?:;|$)/.test(set)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const responseHeaders = new Headers();
    for (const [name, values = []] of Object.entries(answer.headersDistinct))
      for (const value of values) responseHeaders.append(name, value);
    const status = answer.statusCode ?? 0;
    const received = await buffer(answer);
    return new Response(status === 304 ? null : new Uint8Array(received), { status, headers: responseHeaders });
  }

  const own: RequestHeaders = { origin, 'sec-fetch-site': 'same-origin' };
  const get = (path: string, headers: RequestHeaders = {}) =>
    send('GET', path, { 'sec-fetch-site': 'same-origin', ...headers });
  /** Posts a form; a repeated field is a list. */
  function post(path: string, fields: Readonly<Record<string, string | readonly string[]>> = {}, headers = own) {
    const form = new URLSearchParams();
    for (const [name, values] of Object.entries(fields)) for (const one of [values].flat()) form.append(name, one);
    return send('POST', path, { 'content-type': 'application/x-www-form-urlencoded', ...headers }, form.toString());
  }
  /** Posts a form with fields for files. */
  async function postFiles(path: string, form: FormData) {
    const encoded = new Response(form);
    const headers = { ...own, 'content-type': `${encoded.headers.get('content-type')}` };
    return send('POST', path, headers, Buffer.from(await encoded.arrayBuffer()));
  }
  return {
    cookies,
    get,
    post,
    postFiles,
    postJson: (path: string, body: unknown, headers = own) =>
      send('POST', path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body)),
    send,
    getStatus: async (path: string) => (await get(path)).status,
    /** Resolves to the Location header of the answer. */
    getLocation: async (path: string) => (await get(path)).headers.get('location'),
    getView: async <Page extends PageName>(path: string, page: Page) => parseView(await get(path), page),
    /** Posts a form; resolves to the status and the Location header. */
    async submitForm(...sent: Parameters<typeof post>) {
      const { status, headers } = await post(...sent);
      return [status, headers.get('location')];
    },
    /** Posts a form; resolves to the status and the expected page of the answer. */
    async postForView<Page extends PageName>(page: Page, ...sent: Parameters<typeof post>) {
      const response = await post(...sent);
      return [response.status, await parseView(response, page)] as const;
    },
  };
}

/** Resolves to the view of an answer, and checks that it is the expected page. */
export async function parseView<Page extends PageName>(response: Response, page: Page): Promise<View<Page>> {
  const view = (await response.json()) as View<Page>;
  if (view.page !== page) throw new Error(`It is the page "${view.page}", ${response.status}: ${JSON.stringify(view)}`);
  return view;
}

/** Resolves to the error message of a JSON answer. */
export async function parseErrorMessage(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: { message: string } };
  return error.message;
}
