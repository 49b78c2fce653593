import type { FastifyInstance } from 'fastify';
import { setCookie } from '../door/cookies.ts';
import { formOf, takeForms } from './form.ts';
import { inboxPath } from './inbox-path.ts';

const year = 365 * 24 * 60 * 60;

/** POST /theme: kept in the browser, signed in or not. */
export function theme(app: FastifyInstance): void {
  app.register(async (forms) => {
    takeForms(forms);
    forms.post('/theme', async (request, reply) => {
      const form = formOf(request);
      const value = form.get('theme') === 'light' ? 'light' : 'dark';
      setCookie(reply, 'theme', { value, seconds: year, sameSite: 'Lax' });
      return reply.redirect(inboxPath(form.get('back')), 303);
    });
  });
}
