import { REFUSED_REPEAT_AFTER_MS, REPEAT_AFTER_MS } from './scan-constants.ts';

/**
 * Lets each label through once while it is in view: a hand holds the phone over it for seconds, and
 * each of them would count as a scan. Times are milliseconds of any one clock.
 */
export interface ReadingGate {
  /**
   * Whether `first` is new. The texts of the frame keep what was let through in view.
   * @param first the text to be told; null where there is none
   */
  admits(texts: readonly string[], now: number, first?: string | null): boolean;
  /** The text is known from now on, as if it had been let through: somebody chose it. */
  note(text: string, now: number): void;
  /** The text is new again, though it may still be in view. */
  forget(text: string): void;
  /** The text was of no use. It is told again only after a longer time: nobody wants to hear of it twice. */
  refuse(text: string): void;
  /** Reading rested from one time to another: what was in view before still is. */
  rested(from: number, to: number): void;
}

interface Known {
  /** When it was last in view. */
  readonly at: number;
  /** After how long without it, it is gone. */
  readonly goneAfter: number;
}

export function createReadingGate(): ReadingGate {
  /** Each text that was let through. */
  let known = new Map<string, Known>();

  const forgetGone = (now: number) => {
    known = new Map([...known].filter(([, { at, goneAfter }]) => now - at < goneAfter));
  };
  const see = (text: string, at: number) => {
    const { goneAfter = REPEAT_AFTER_MS } = known.get(text) ?? {};
    known.set(text, { at, goneAfter });
  };

  return {
    admits(texts, now, first = texts[0] ?? null) {
      forgetGone(now);
      const isNew = first !== null && !known.has(first);
      if (isNew) see(first, now);
      for (const text of texts) {
        if (known.has(text)) see(text, now);
      }
      return isNew;
    },
    note: see,
    forget: (text) => void known.delete(text),
    refuse(text) {
      const { at } = known.get(text) ?? {};
      if (at !== undefined) known.set(text, { at, goneAfter: REFUSED_REPEAT_AFTER_MS });
    },
    rested(from, to) {
      forgetGone(from);
      for (const text of known.keys()) see(text, to);
    },
  };
}
