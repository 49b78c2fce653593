import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { getForm, acceptForms } from './form.ts';

it('takes a form without the control characters that nobody types', async () => {
  const app = Fastify();
  acceptForms(app);
  app.post('/', (request, reply) => reply.send(Object.fromEntries(getForm(request))));
  const body = new URLSearchParams({ reply: '\u0000', note: 'one\u000Btwo\u0007\r\n\tthree' }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await app.inject({ method: 'POST', url: '/', headers, body });
  expect(answer.json()).toEqual({ reply: '', note: 'one\ntwo\n\tthree' });
});
