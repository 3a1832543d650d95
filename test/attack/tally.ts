import { type AttackResponse, type AttackRequest } from './exchange.ts';

/** A wrong response. */
export interface Failure {
  readonly participant: string;
  readonly method: string;
  readonly path: string;
  /** Null without a response. */
  readonly status: number | null;
  readonly reason: string;
}

/** Results of one participant's requests. */
export interface Tally {
  readonly name: string;
  requests: number;
  rejected: number;
  /** Connections that ended without a response: a process was killed or stopped reading. */
  disconnected: number;
  slowestMs: number;
  /** Duration of each response. */
  readonly times: number[];
  readonly failures: Failure[];
}

export function emptyTally(name: string): Tally {
  return { name, requests: 0, rejected: 0, disconnected: 0, slowestMs: 0, times: [], failures: [] };
}

/** Counts a request and its response. */
export function count(tally: Tally, response: Pick<AttackResponse, 'status' | 'ms'> | null): void {
  tally.requests += 1;
  if (response === null) {
    tally.disconnected += 1;
    return;
  }
  if (response.status >= 400) tally.rejected += 1;
  tally.times.push(response.ms);
  tally.slowestMs = Math.max(tally.slowestMs, response.ms);
}

/** Records a wrong response, shortened because a query can be long. */
export function addFailure(
  tally: Tally,
  { method, path }: Pick<AttackRequest, 'method' | 'path'>,
  status: number | null,
  reason: string,
): void {
  const shorten = (text: string) => text.slice(0, 160);
  tally.failures.push({
    participant: tally.name,
    method,
    path: shorten(path),
    status,
    reason: shorten(reason),
  });
}
