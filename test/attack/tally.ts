import { type Answer, type Asked } from './exchange.ts';

/** An answer that should have been another one. */
export interface Wrong {
  readonly by: string;
  readonly method: string;
  readonly path: string;
  /** Null where there was none. */
  readonly status: number | null;
  readonly why: string;
}

/** What came of everything that one kind of people has asked. */
export interface Tally {
  readonly name: string;
  requests: number;
  refused: number;
  /** Connections that ended without an answer: a process was killed, or would not read on. */
  brokenOff: number;
  slowestMs: number;
  /** The time that each answer took. */
  readonly times: number[];
  readonly wrong: Wrong[];
}

export function emptyTally(name: string): Tally {
  return { name, requests: 0, refused: 0, brokenOff: 0, slowestMs: 0, times: [], wrong: [] };
}

/** Counts a request and what it was answered. */
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

/** Notes that an answer was wrong. A query may be as long as its request. */
export function blame(
  tally: Tally,
  { method, path }: Pick<Asked, 'method' | 'path'>,
  status: number | null,
  why: string,
): void {
  const short = (text: string) => text.slice(0, 160);
  tally.wrong.push({ by: tally.name, method, path: short(path), status, why: short(why) });
}
