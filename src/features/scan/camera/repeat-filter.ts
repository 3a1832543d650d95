import { IGNORED_OUT_OF_VIEW_MS, OUT_OF_VIEW_MS } from './scan-constants.ts';

/**
 * Reports each code once while it stays in view: a phone is held over a label for seconds, and each
 * frame would count as a scan. Times are milliseconds of any one clock.
 */
interface RepeatFilter {
  /**
   * Returns true if the candidate is new. Known codes among the frame's texts stay in view.
   * @param candidate the code that may be reported, or null
   */
  accepts(texts: readonly string[], now: number, candidate?: string | null): boolean;
  /** Treats the code as reported, because the user picked it. */
  markSeen(text: string, now: number): void;
  /** Treats the code as new, even if it is still in view. */
  forget(text: string): void;
  /** Suppresses a useless code for longer before it is reported again. */
  markIgnored(text: string): void;
  /** Doesn't count a pause as time out of view. */
  skipPause(from: number, to: number): void;
}

interface SeenCode {
  /** Last time in view. */
  readonly seenAt: number;
  /** Time out of view after which it counts as gone. */
  readonly goneAfter: number;
}

export function createRepeatFilter(): RepeatFilter {
  /** Reported codes. */
  let seenCodes = new Map<string, SeenCode>();

  const dropExpired = (now: number) => {
    seenCodes = new Map(
      [...seenCodes].filter(([, { seenAt, goneAfter }]) => now - seenAt < goneAfter),
    );
  };
  const markSeen = (text: string, seenAt: number) => {
    const { goneAfter = OUT_OF_VIEW_MS } = seenCodes.get(text) ?? {};
    seenCodes.set(text, { seenAt, goneAfter });
  };

  return {
    accepts(texts, now, candidate = texts[0] ?? null) {
      dropExpired(now);
      const isNew = candidate !== null && !seenCodes.has(candidate);
      if (isNew) markSeen(candidate, now);
      for (const text of texts) {
        if (seenCodes.has(text)) markSeen(text, now);
      }
      return isNew;
    },
    markSeen,
    forget: (text) => void seenCodes.delete(text),
    markIgnored(text) {
      const { seenAt } = seenCodes.get(text) ?? {};
      if (seenAt !== undefined) seenCodes.set(text, { seenAt, goneAfter: IGNORED_OUT_OF_VIEW_MS });
    },
    skipPause(from, to) {
      dropExpired(from);
      for (const text of seenCodes.keys()) markSeen(text, to);
    },
  };
}
