import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

const defaultAnswers: Record<string, string | null> = {
  CAPABILITY: '* CAPABILITY IMAP4rev1 IDLE AUTH=XOAUTH2 SASL-IR\r\nTAG OK .',
  LIST: '* LIST () "/" INBOX\r\nTAG OK .',
  EXAMINE: '* 0 EXISTS\r\n* OK [UIDVALIDITY 7] .\r\n* OK [UIDNEXT 1] .\r\nTAG OK .',
};

/** Starts an IMAP server with an empty mailbox. `changes` has other answers by command; null is silence. */
export async function startScriptedImapServer(changes: typeof defaultAnswers = {}) {
  const received: string[] = [];
  const answers = { ...defaultAnswers, ...changes };
  const server = createServer((socket) => {
    socket.on('error', () => {}).write('* OK ready\r\n');
    const lines = createInterface(socket).on('error', () => {});
    lines.on('line', (line) => {
      received.push(line);
      const [tag = '', command = ''] = line.split(' ');
      const { [command]: answer = 'TAG OK .' } = answers;
      if (answer !== null) socket.write(`${answer.replace('TAG', tag)}\r\n`);
    });
  }).listen(0, '0.0.0.0');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const countConnections = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
  return { url: `imap://office:secret-word@${host}`, host, received, countConnections };
}
