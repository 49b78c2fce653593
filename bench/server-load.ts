import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { learnAnswer, type KnownAnswer } from './server-answer.ts';
import { headersFor, type Case } from './server-cases.ts';
import type { MeasuredServer } from './server-ours.ts';
import { processorSeconds } from './server-processes.ts';

export interface Load {
  /** Requests a second of time that passed. */
  perSecond: number;
  /** Requests a second of processor time that the server's processes used. */
  perProcessorSecond: number;
  /** How many processors these were busy with, on average. */
  processors: number;
  /** In milliseconds. */
  p99: number;
}

const connections = 64;
// Servers close a connection after so many thousand requests; a new one in time keeps that out of the figures.
const requestsOfConnection = 5000;

interface Client {
  port: number;
  request: Buffer;
  answer: KnownAnswer;
  /** In microseconds. */
  latencies: RecordableHistogram;
  ended: boolean;
}

/**
 * Asks for the same thing on 64 connections, for so many seconds, each next request after the answer to the one before. Throws
 * if anything is answered otherwise than expected.
 *
 * It speaks raw HTTP and counts bytes instead of reading answers. A client that parses them (autocannon) took so long that the
 * server mostly waited for it, and woke for each single request: that alone halved its requests a second of processor time.
 */
export async function load(server: MeasuredServer, one: Case, seconds: number): Promise<Load> {
  const headers = await headersFor(one, server.url);
  const { hostname, port, host } = new URL(server.url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${one.path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const answer = await learnAnswer({ port: Number(port), host: hostname, request, status: one.status });
  const client: Client = { port: Number(port), request, answer, latencies: createHistogram(), ended: false };

  const { promise: failure, reject } = Promise.withResolvers<never>();
  const before = processorSeconds(server.processes());
  const begun = performance.now();
  const sockets = new Set<Socket>();
  for (let count = 0; count < connections; count += 1) keepAsking(client, sockets, reject);
  try {
    await Promise.race([sleep(seconds * 1000), failure]);
  } finally {
    client.ended = true;
    for (const socket of sockets) socket.destroy();
  }
  const passed = (performance.now() - begun) / 1000;
  const used = processorSeconds(server.processes()) - before;
  const { count } = client.latencies;
  return {
    perSecond: count / passed,
    perProcessorSecond: count / used,
    processors: used / passed,
    p99: client.latencies.percentile(99) / 1000,
  };
}

function keepAsking(client: Client, sockets: Set<Socket>, fail: (fault: Error) => void): void {
  const { answer, latencies, port, request } = client;
  let received = 0;
  let asked = 0;
  let since = 0;
  const ask = (): void => {
    received = 0;
    asked += 1;
    since = performance.now();
    socket.write(request);
  };
  const take = (bytes: number, buffer: Uint8Array): boolean => {
    if (client.ended) return true;
    if (received === 0 && !answer.beginsAs(buffer))
      fail(new Error(`Unexpected: ${Buffer.from(buffer).toString('latin1', 0, 100)}`));
    received += bytes;
    if (received < answer.length) return true;
    if (received > answer.length) fail(new Error(`${received} bytes where ${answer.length} were expected`));
    latencies.record(Math.max(1, Math.round((performance.now() - since) * 1000)));
    if (asked < requestsOfConnection) {
      ask();
    } else {
      sockets.delete(socket);
      socket.destroy();
      keepAsking(client, sockets, fail);
    }
    return true;
  };
  // One buffer for all: what was read is not kept.
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: answer.buffer, callback: take } });
  socket.on('connect', ask);
  socket.on('error', fail);
  socket.on('end', () => fail(new Error('The server closed a connection.')));
  sockets.add(socket);
}
