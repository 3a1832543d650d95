import { Agent } from 'node:https';
import { pause } from '#test/chaos/pause.ts';
import { type AttackResponse, type AttackRequest, sendRequest } from '#test/attack/exchange.ts';
import { isOverloaded, readJson } from '#test/attack/response-checks.ts';

/** A request from its first attempt to its response. */
export interface RequestWait {
  /** Method and path without ids and query. */
  readonly call: string;
  /** Time of the response, in milliseconds after the start. */
  readonly respondedAt: number;
  /** Duration since the first attempt. */
  readonly ms: number;
  /** Duration of the successful attempt. */
  readonly lastMs: number;
  readonly attempts: number;
  readonly status: number;
  /** True for a pull from the beginning. */
  readonly isFullPull: boolean;
}

/** Reasons for retries, with counts. */
export type Retries = Map<string, number>;

/** Wait between attempts. */
const RETRY_PAUSE_MS = 500;
/** True for an error page from the proxy: the server behind it has stopped, or it has no free connection. */
const isFromProxy = ({ status, text }: AttackResponse) =>
  status >= 500 && readJson(text) === undefined;

interface PatientClient {
  readonly send: (request: AttackRequest) => Promise<AttackResponse>;
  readonly waits: readonly RequestWait[];
  readonly retries: Retries;
  readonly agent: Agent;
  close(): void;
}

/**
 * Retries through a proxy until the server responds, as the app does: the same request with the same ids.
 * @param isRetriedLater true for a rejection that the sender retries itself, with other work in between
 */
export function patientClient(
  origin: string,
  sockets: number,
  isRetriedLater: (response: AttackResponse, request: AttackRequest) => boolean = () => false,
): PatientClient {
  // The proxy's certificate is self-signed.
  const agent = new Agent({ keepAlive: true, maxSockets: sockets, rejectUnauthorized: false });
  const waits: RequestWait[] = [];
  const retries: Retries = new Map();
  const startedAt = performance.now();
  return {
    waits,
    retries,
    agent,
    close: () => agent.destroy(),
    async send(request) {
      const requestedAt = performance.now();
      for (let attempts = 1; ; attempts += 1) {
        const response = await sendRequest(origin, request, agent);
        const isFinal =
          response !== null && (!isOverloaded(response) || isRetriedLater(response, request));
        if (isFinal && !isFromProxy(response)) {
          const now = performance.now();
          const { status, ms: lastMs } = response;
          const times = { respondedAt: now - startedAt, ms: now - requestedAt, lastMs };
          const isFullPull = /[?&]since=(?:&|$)/.test(request.path);
          waits.push({ call: callOf(request), ...times, attempts, status, isFullPull });
          return response;
        }
        const reason = response === null ? 'no response' : String(response.status);
        retries.set(reason, (retries.get(reason) ?? 0) + 1);
        await pause(RETRY_PAUSE_MS);
      }
    },
  };
}

function callOf({ method, path }: AttackRequest): string {
  const [pathname = ''] = path.split('?');
  return `${method} ${pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}').replace('/api', '')}`;
}
