import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Duplex } from 'node:stream';
import { sampleFields } from '../../enquiries/testing/samples.ts';
import { sendContactEmailPath } from '../../server/send-contact-email.ts';

/** Results of the requests so far. */
export interface LoadResult {
  requests: number;
  formRequests: number;
  /** Outcome of each request without a 200. */
  failures: string[];
  /** Durations in milliseconds. */
  durations: number[];
}

/**
 * Sends steady requests to a site, with or without responses. One in twenty is a form, each of another sender. Half of
 * the requests use kept connections, as a proxy does, the others new ones.
 * @param connect connects from a new address, for a proxy that counts by address; otherwise a header holds the address
 */
export function startSteadyLoad(url: string, perSecond: number, connect?: () => Duplex) {
  const result: LoadResult = { requests: 0, formRequests: 0, failures: [], durations: [] };
  const keepAliveAgent = new Agent({ keepAlive: true, maxSockets: 20 });
  const newConnectionAgent = new Agent({ keepAlive: false });
  if (connect) for (const agent of [keepAliveAgent, newConnectionAgent]) agent.createConnection = connect;
  const pending = new Set<Promise<void>>();
  const begin = performance.now();
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - begin) / 1000) * perSecond);
    while (result.requests < due) {
      const one = sendNext(result.requests++).finally(() => pending.delete(one));
      pending.add(one);
    }
  }, 5);

  async function sendNext(number: number): Promise<void> {
    const isForm = number % 20 === 19;
    if (isForm) result.formRequests += 1;
    const asked = performance.now();
    const outcome = await send(number, isForm).catch(String);
    result.durations.push(performance.now() - asked);
    if (outcome !== '200') result.failures.push(outcome);
  }

  async function send(number: number, isForm: boolean, isAgain = false): Promise<string> {
    const isKept = !isAgain && (isForm ? connect === undefined && number % 40 === 39 : number % 2 === 0);
    const sender = `10.${number % 250}.${Math.floor(number / 250) % 250}.${Math.floor(number / 62_500) + 1}`;
    const outgoing = request(url + (isForm ? sendContactEmailPath : paths[number % paths.length]), {
      agent: isKept ? keepAliveAgent : newConnectionAgent,
      method: isForm ? 'POST' : 'GET',
      headers: { 'x-forwarded-for': sender, ...(isForm && { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(30_000),
    }).end(isForm ? JSON.stringify({ ...sampleFields, message: `${sampleFields.message} ${number}` }) : undefined);
    const answered = once(outgoing, 'response').catch((fault: NodeJS.ErrnoException) => {
      // The server closed an idle connection: like browsers and proxies, it retries over a new one.
      if (!outgoing.reusedSocket || fault.code !== 'ECONNRESET') throw fault;
    });
    const [response] = ((await answered) ?? []) as [IncomingMessage?];
    if (!response) return send(number, isForm, true);
    await once(response.resume(), 'end');
    return `${response.statusCode}`;
  }

  return {
    result,
    /** Sends no more requests, and resolves once all have ended. */
    async stop(): Promise<LoadResult> {
      clearInterval(timer);
      await Promise.all(pending);
      keepAliveAgent.destroy();
      return result;
    },
  };
}

const paths = ['/', '/about', '/contact', '/products', '/api/content/contact'];
