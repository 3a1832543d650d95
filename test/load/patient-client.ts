import { Agent } from 'node:https';
import { pause } from '#test/chaos/pause.ts';
import { type Answer, type Asked, exchange } from '#test/attack/exchange.ts';
import { isNotNow, readJson } from '#test/attack/judge-answer.ts';

/** One request, from its first try to its answer. */
export interface Waited {
  /** The call: its method, and its path without ids and query. */
  readonly call: string;
  /** When its answer came, in milliseconds after the load began. */
  readonly at: number;
  /** From its first try. */
  readonly ms: number;
  /** Of the try that was answered. */
  readonly lastMs: number;
  readonly tries: number;
  readonly status: number;
}

/** Why a try was not the last one, and how often. */
export type Retries = Map<string, number>;

/** What is waited between two tries. */
const REST_MS = 500;
/** What the proxy says itself, in a page: its server has just gone, or it has no connection left. */
const isOfProxy = ({ status, text }: Answer) => status >= 500 && readJson(text) === undefined;

export interface PatientClient {
  readonly ask: (asked: Asked) => Promise<Answer>;
  readonly waited: readonly Waited[];
  readonly retries: Retries;
  readonly agent: Agent;
  close(): void;
}

/** Asks by a proxy until there is an answer of the server, as the app does: the same request with the same ids. */
export function patientClient(origin: string, sockets: number): PatientClient {
  // The proxy's certificate is its own.
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
        const answer = await exchange(origin, asked, agent);
        if (answer !== null && !isNotNow(answer) && !isOfProxy(answer)) {
          const now = performance.now();
          const { status, ms: lastMs } = answer;
          const times = { at: now - beganAt, ms: now - askedAt, lastMs };
          waited.push({ call: callOf(asked), ...times, tries, status });
          return answer;
        }
        const why = answer === null ? 'no answer' : String(answer.status);
        retries.set(why, (retries.get(why) ?? 0) + 1);
        await pause(REST_MS);
      }
    },
  };
}

function callOf({ method, path }: Asked): string {
  const [plain = ''] = path.split('?');
  return `${method} ${plain.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}').replace('/api', '')}`;
}
