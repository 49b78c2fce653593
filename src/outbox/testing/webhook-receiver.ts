import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { Webhook as Signer } from 'standardwebhooks';

export interface ReceivedCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Returns the parsed body. Throws if the signature is invalid. */
  verifyBody(): unknown;
}

export const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

type Responder = (response: ServerResponse, call: ReceivedCall) => void;

/** Starts a real HTTP server on a free port, which answers 204 unless `answer` is replaced. */
export async function startWebhookReceiver() {
  const receivedCalls: ReceivedCall[] = [];
  const receiver = {
    url: '',
    receivedCalls: receivedCalls as readonly ReceivedCall[],
    answer: ((response) => void response.writeHead(204).end()) as Responder,
  };
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => {});
    const call = await readCall(request);
    receivedCalls.push(call);
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

async function readCall(request: IncomingMessage): Promise<ReceivedCall> {
  const { method = '', url: path = '' } = request;
  const headers = request.headers as Record<string, string>;
  const body = String(await buffer(request));
  return { method, path, headers, body, verifyBody: () => new Signer(webhookSecret).verify(body, headers) };
}
