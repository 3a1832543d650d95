import { Agent } from 'node:https';
import { pause } from '#test/chaos/pause.ts';
import { type Answer, type AttackRequest, sendRequest } from '#test/attack/exchange.ts';
import { isOverloaded, readJson } from '#test/attack/response-checks.ts';

/** A request from its first try to its response. */
export interface Waited {
  /** Method and path without ids and query. */
  readonly call: string;
  /** Time of the response, in milliseconds after the start. */
  readonly at: number;
  /** Duration since the first try. */
  readonly ms: number;
  /** Duration of the successful try. */
  readonly lastMs: number;
  readonly tries: number;
  readonly status: number;
}

/** Reasons for retries, with counts. */
export type Retries = Map<string, number>;

/** Wait between tries. */
const REST_MS = 500;
/** An error page of the proxy: its server is gone, or it has no free connection. */
const isOfProxy = ({ status, text }: Answer) => status >= 500 && readJson(text) === undefined;

interface PatientClient {
  readonly ask: (asked: AttackRequest) => Promise<Answer>;
  readonly waited: readonly Waited[];
  readonly retries: Retries;
  readonly agent: Agent;
  close(): void;
}

/** Retries through a proxy until the server responds, as the app does: the same request with the same ids. */
export function patientClient(origin: string, sockets: number): PatientClient {
  // The proxy's certificate is self-signed.
  const agent = new Agent({ keepAlive: true, maxSockets: sockets, rejectUnauthorized: false });
  const waited: Waited[] = [];
  const retries: Retries = new Map();
  const beganAt = performance.now();
  return {
    waited,
    retries,
    agent,
    close: () => agent.destroy(),
    async ask(asked) {
      const askedAt = performance.now();
      for (let tries = 1; ; tries += 1) {
        const response = await sendRequest(origin, asked, agent);
        if (response !== null && !isOverloaded(response) && !isOfProxy(response)) {
          const now = performance.now();
          const { status, ms: lastMs } = response;
          const times = { at: now - beganAt, ms: now - askedAt, lastMs };
          waited.push({ call: callOf(asked), ...times, tries, status });
          return response;
        }
        const why = response === null ? 'no answer' : String(response.status);
        retries.set(why, (retries.get(why) ?? 0) + 1);
        await pause(REST_MS);
      }
    },
  };
}

function callOf({ method, path }: AttackRequest): string {
  const [plain = ''] = path.split('?');
  return `${method} ${plain.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}').replace('/api', '')}`;
}
