import { IGNORED_OUT_OF_VIEW_MS, OUT_OF_VIEW_MS } from './scan-constants.ts';

/**
 * Lets each label through once while it is in view: a hand holds the phone over it for seconds, and
 * each of them would count as a scan. Times are milliseconds of any one clock.
 */
export interface RepeatFilter {
  /**
   * Whether `first` is new. The texts of the frame keep what was let through in view.
   * @param first the text to be told; null where there is none
   */
  accepts(texts: readonly string[], now: number, first?: string | null): boolean;
  /** The text is known from now on, as if it had been let through: somebody chose it. */
  markSeen(text: string, now: number): void;
  /** The text is new again, though it may still be in view. */
  forget(text: string): void;
  /** The text was of no use. It is told again only after a longer time: nobody wants to hear of it twice. */
  markIgnored(text: string): void;
  /** Reading rested from one time to another: what was in view before still is. */
  skipPause(from: number, to: number): void;
}

interface Known {
  /** When it was last in view. */
  readonly at: number;
  /** After how long without it, it is gone. */
  readonly goneAfter: number;
}

export function createRepeatFilter(): RepeatFilter {
  /** Each text that was let through. */
  let known = new Map<string, Known>();

  const forgetGone = (now: number) => {
    known = new Map([...known].filter(([, { at, goneAfter }]) => now - at < goneAfter));
  };
  const see = (text: string, at: number) => {
    const { goneAfter = OUT_OF_VIEW_MS } = known.get(text) ?? {};
    known.set(text, { at, goneAfter });
  };

  return {
    accepts(texts, now, first = texts[0] ?? null) {
      forgetGone(now);
      const isNew = first !== null && !known.has(first);
      if (isNew) see(first, now);
      for (const text of texts) {
        if (known.has(text)) see(text, now);
      }
      return isNew;
    },
    markSeen: see,
    forget: (text) => void known.delete(text),
    markIgnored(text) {
      const { at } = known.get(text) ?? {};
      if (at !== undefined) known.set(text, { at, goneAfter: IGNORED_OUT_OF_VIEW_MS });
    },
    skipPause(from, to) {
      forgetGone(from);
      for (const text of known.keys()) see(text, to);
    },
  };
}
