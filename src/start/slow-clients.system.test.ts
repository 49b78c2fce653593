import { expect, it } from 'vitest';
import { sendContactEmailPath } from '../server/send-contact-email.ts';
import { connectRaw } from './testing/raw-connection.ts';
import { startTestServer } from './testing/test-server.ts';
import { submitJson } from './testing/submissions.ts';

const halves = {
  'with their headers': ['GET /about HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n'],
  'with a body': [
    `POST ${sendContactEmailPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n`,
    'a',
  ],
} as const;

it.concurrent.each(Object.entries(halves))(
  'hundreds of clients who are slow %s are answered 408, and others served meanwhile',
  { timeout: 60_000 },
  async (_what, [begin, more]) => {
    const site = await startTestServer();
    const clients = await Promise.all(Array.from({ length: 250 }, () => connectRaw(site.url)));
    for (const { socket } of clients) socket.on('end', () => socket.end()).write(begin);
    const sending = setInterval(() => clients.forEach(({ socket }) => socket.writable && socket.write(more)), 1000);
    expect((await submitJson(site)).status).toBe(200);
    const answers = await Promise.all(clients.map(({ closed }) => closed));
    clearInterval(sending);
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 408 '))).toHaveLength(250);
  },
);
