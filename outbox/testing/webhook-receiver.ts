import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { Webhook as Signer } from 'standardwebhooks';

export interface TakenCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Returns the parsed body. Throws if the signature is invalid. */
  verified(): unknown;
}

export const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

type Answer = (response: ServerResponse, call: TakenCall) => void;

/** Starts a real HTTP server on a free port, which answers 204 unless `answer` is replaced. */
export async function startWebhookReceiver() {
  const taken: TakenCall[] = [];
  const receiver = {
    url: '',
    taken: taken as readonly TakenCall[],
    answer: ((response) => void response.writeHead(204).end()) as Answer,
  };
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => {});
    const call = await take(request);
    taken.push(call);
    receiver.answer(response, call);
  }
  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  receiver.url = `http://127.0.0.1:${port}/enquiries?key=a-key`;
  return receiver;
}

async function take(request: IncomingMessage): Promise<TakenCall> {
  const { method = '', url: path = '' } = request;
  const headers = request.headers as Record<string, string>;
  const body = String(await buffer(request));
  return { method, path, headers, body, verified: () => new Signer(webhookSecret).verify(body, headers) };
}
