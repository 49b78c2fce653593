import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { onTestFinished, vi } from 'vitest';

const answers = {
  CAPABILITY: '* CAPABILITY IMAP4rev1 IDLE\r\n',
  LIST: '* LIST () "/" INBOX\r\n',
  EXAMINE: '* 0 EXISTS\r\n* OK [UIDVALIDITY 7] .\r\n* OK [UIDNEXT 1] .\r\n',
};

/** Starts an IMAP server with an empty mailbox. `changes` has other answers by command; `NO` refuses, and null is silence. */
export async function startScriptedImapServer(changes: Record<string, string | null> = {}) {
  const connections = vi.fn();
  const server = createServer((socket) => {
    connections(1);
    socket.on('close', () => connections(-1)).on('error', () => {});
    socket.write('* OK ready\r\n');
    const lines = createInterface(socket).on('error', () => {});
    lines.on('line', (line) => {
      const [tag, command = ''] = line.split(' ');
      const answer = { ...answers, ...changes }[command] ?? (command in changes ? null : '');
      const end = answer?.startsWith('+') ? '' : `${tag} OK .\r\n`;
      if (answer !== null) socket.write(answer.startsWith('NO') ? `${tag} ${answer}\r\n` : answer + end);
    });
  }).listen(0, '0.0.0.0');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const countConnections = () => connections.mock.calls.flat().reduce((sum: number, one: number) => sum + one, 0);
  const host = `127.0.0.1:${port}`;
  return { url: `imap://office:secret-word@${host}`, host, countConnections };
}
