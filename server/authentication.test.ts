import { expect, it } from 'vitest';
import { startSite } from '../start/testing/site-under-test.ts';
import { errorOf } from '../start/testing/submissions.ts';

it.each(['GET', 'POST', 'PUT', 'DELETE'])(
  '/auth/v1/* answers %s with 501 and says what signs people in',
  async (method) => {
    const { url } = await startSite();
    const response = await fetch(`${url}/auth/v1/token?grant_type=refresh_token`, { method });
    expect(response.status).toBe(501);
    expect(await errorOf(response)).toEqual({
      code: 'not_configured',
      message: expect.stringContaining('SUPABASE_URL'),
    });
  },
);
