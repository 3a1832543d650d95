import { type Answer, type Asked } from './exchange.ts';

/** A wrong response. */
export interface Wrong {
  readonly by: string;
  readonly method: string;
  readonly path: string;
  /** Null without a response. */
  readonly status: number | null;
  readonly why: string;
}

/** Results of one participant's requests. */
export interface Tally {
  readonly name: string;
  requests: number;
  refused: number;
  /** Connections that ended without a response: a process was killed or stopped reading. */
  brokenOff: number;
  slowestMs: number;
  /** Duration of each response. */
  readonly times: number[];
  readonly wrong: Wrong[];
}

export function emptyTally(name: string): Tally {
  return { name, requests: 0, refused: 0, brokenOff: 0, slowestMs: 0, times: [], wrong: [] };
}

/** Counts a request and its response. */
export function count(tally: Tally, answer: Pick<Answer, 'status' | 'ms'> | null): void {
  tally.requests += 1;
  if (answer === null) {
    tally.brokenOff += 1;
    return;
  }
  if (answer.status >= 400) tally.refused += 1;
  tally.times.push(answer.ms);
  tally.slowestMs = Math.max(tally.slowestMs, answer.ms);
}

/** Records a wrong response, shortened because a query can be long. */
export function blame(
  tally: Tally,
  { method, path }: Pick<Asked, 'method' | 'path'>,
  status: number | null,
  why: string,
): void {
  const short = (text: string) => text.slice(0, 160);
  tally.wrong.push({ by: tally.name, method, path: short(path), status, why: short(why) });
}
