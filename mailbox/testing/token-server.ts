import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** Starts an OAuth server. Its answers are numbered tokens for an hour, or what `answer` says; a mail server may ask it. */
export async function startTokenServer(answer: { status?: number; body?: object } = {}) {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const form = await text(request);
    if (request.url === '/introspect') {
      const isKnown = /\btoken=token-\d/.test(form);
      return response.end(JSON.stringify(isKnown ? { active: true, user: 'office' } : { active: false }));
    }
    requests.push(form);
    response.statusCode = answer.status ?? 200;
    response.end(JSON.stringify(answer.body ?? { access_token: `token-${requests.length}`, expires_in: 3600 }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const oauth = { tokenUrl: `${url}/token`, clientId: 'id', clientSecret: 'secret-word', scope: 'imap' };
  return { oauth, introspectionUrl: `${url}/introspect`, requests };
}
