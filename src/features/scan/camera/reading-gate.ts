import { REPEAT_AFTER_MS } from './scan-constants.ts';

/**
 * Lets each label through once while it is in view: a hand holds the phone over it for seconds, and
 * each of them would count as a scan. Times are milliseconds of any one clock.
 */
export interface ReadingGate {
  /** Whether `texts[0]` is new. The other texts of the frame keep what was let through in view. */
  admits(texts: readonly string[], now: number): boolean;
  /** Reading rested from one time to another: what was in view before still is. */
  rested(from: number, to: number): void;
}

export function createReadingGate(): ReadingGate {
  /** When each text that was let through was last in view. */
  let lastSeen = new Map<string, number>();

  const inView = (at: number, now: number) => now - at < REPEAT_AFTER_MS;
  const forgetGone = (now: number) => {
    lastSeen = new Map([...lastSeen].filter(([, at]) => inView(at, now)));
  };

  return {
    admits(texts, now) {
      forgetGone(now);
      const [first] = texts;
      const isNew = first !== undefined && !lastSeen.has(first);
      if (isNew) lastSeen.set(first, now);
      for (const text of texts) {
        if (lastSeen.has(text)) lastSeen.set(text, now);
      }
      return isNew;
    },
    rested(from, to) {
      forgetGone(from);
      for (const text of lastSeen.keys()) lastSeen.set(text, to);
    },
  };
}
