/** Tracks the codes in view, and decides which may be reported. */
import type { Label, InvalidLabel } from '#schemas/label.ts';
import { countByText, type Corners, type CodeHit } from '#workers/frame.ts';
import type { Size } from './cover.ts';
import {
  ALONE_AFTER_FRAMES,
  OUTLINE_MS,
  OUT_OF_VIEW_MS,
  GONE_AFTER_FRAMES,
  GONE_AFTER_FRAMES_UNSTEADY,
  GONE_AFTER_MS,
  GONE_AFTER_MS_SLOW,
  IGNORED_OUT_OF_VIEW_MS,
} from './scan-constants.ts';

/** The codes read from one frame. */
export interface FrameResult {
  /** All codes of the frame, nearest to the centre first. Usually empty. */
  readonly hits: readonly CodeHit[];
  /** Video size in pixels. */
  readonly frame: { readonly width: number; readonly height: number };
}

/** The codes of a frame that may be reported. */
export interface Detections {
  /** Candidates; the first is reported if it's new. */
  readonly hits: readonly CodeHit[];
  /**
   * True if several labels are in view and the user has to select one. No code is reported then, but the timer that
   * offers manual entry after 18 s is restarted.
   */
  readonly isChoicePending: boolean;
  /**
   * True if the first code is another copy of a label without a serial number. It must be reported even if its text was
   * seen before.
   */
  readonly isNewCopy?: boolean;
}

/** Called for every frame, before any of its codes is reported. */
export type FrameListener = (result: FrameResult) => Detections;

/** The last reading of a code. */
export interface CodeInView {
  readonly text: string;
  readonly parsed: Label | InvalidLabel;
  /** Video pixels. */
  readonly corners: Corners;
  /** Video size. */
  readonly frame: Size;
}

export interface LabelInView {
  readonly text: string;
  readonly label: Label;
  /** True if it was captured while in view. */
  readonly isCaptured: boolean;
  /** Number of copies in view; more than one only for labels without a serial number. */
  readonly copies: number;
}

interface TrackedCode extends CodeInView {
  /** Time of the last reading, in ms. */
  readonly readAt: number;
  /** Number of the last frame that also contained other labels; null if none did. */
  readonly lastFrameWithOthers: number | null;
  readonly isCaptured: boolean;
  /** Null for labels with a serial number, which count once however often they are read. */
  readonly appearance: Appearance | null;
}

const EMPTY: readonly never[] = [];

/**
 * Tracks codes from frame to frame. A single label is reported immediately; if there are several, the user
 * selects one. Other codes are reported only if no label is in view.
 */
export class LabelsInView {
  readonly #listeners = new Set<() => void>();
  #tracked = new Map<string, TrackedCode>();
  #frame = 0;
  #isFrozen = false;
  #codes: readonly CodeInView[] = EMPTY;
  #labels: readonly LabelInView[] = EMPTY;
  #choices: readonly LabelInView[] = EMPTY;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Codes to outline; a new array for each frame with codes. */
  readonly codes = (): readonly CodeInView[] => this.#codes;

  /** Labels in view, in order of appearance; the same array while unchanged. */
  readonly labels = (): readonly LabelInView[] => this.#labels;

  /** Labels to select from: empty, or at least two. The same array while unchanged. */
  readonly choices = (): readonly LabelInView[] => this.#choices;

  /** Freezes the choices and reports nothing while the user is selecting. */
  freeze(isFrozen: boolean): void {
    this.#isFrozen = isFrozen;
  }

  /** Marks a label as captured, so that it isn't offered again while in view. */
  markCaptured(text: string): void {
    const code = this.#tracked.get(text);
    if (!code) return;
    this.#tracked.set(text, { ...code, isCaptured: true });
    this.#publish(code.readAt);
  }

  /**
   * Counts all copies of a label as captured, before they are written.
   * @returns the number to write; 1 for a label with a serial number
   */
  claimCopies(text: string): number {
    const code = this.#tracked.get(text);
    if (!code?.appearance) return 1;
    const { appearance } = code;
    this.#tracked.set(text, {
      ...code,
      appearance: { ...appearance, capturedCopies: appearance.copies },
    });
    return Math.max(1, uncapturedCopies(appearance));
  }

  /**
   * Processes a frame.
   * @param parse parses a code's text for this user
   * @param now time in ms; all calls must use the same clock
   */
  update(
    result: FrameResult,
    parse: (text: string) => Label | InvalidLabel,
    now: number,
  ): Detections {
    this.#frame += 1;
    // If a text appears twice, use the code nearest to the centre.
    const hitByText = new Map(result.hits.toReversed().map((hit) => [hit.text, hit] as const));
    const codes = [...hitByText.values()]
      .toReversed()
      .map((hit) => ({ ...hit, parsed: parse(hit.text) }));
    const labelTexts = codes
      .filter(({ parsed }) => parsed.kind === 'label')
      .map(({ text }) => text);
    const copies = countByText(result.hits);
    for (const code of codes) {
      this.#track(
        { ...code, copies: copies.get(code.text) ?? 1 },
        result.frame,
        labelTexts.length > 1,
        now,
      );
    }
    this.#dropExpired(now);
    this.#publish(now);
    return this.#detect(result, labelTexts);
  }

  #track(
    { text, parsed, corners, copies }: Omit<CodeInView, 'frame'> & { readonly copies: number },
    frame: Size,
    hasSeveralLabels: boolean,
    readAt: number,
  ): void {
    const previous = this.#tracked.get(text);
    const isWithOthers = hasSeveralLabels && parsed.kind === 'label';
    const lastFrameWithOthers = isWithOthers
      ? this.#frame
      : (previous?.lastFrameWithOthers ?? null);
    const isGeneric = parsed.kind === 'label' && parsed.isGeneric;
    const reading = { readAt, frame: this.#frame, copies };
    const appearance = isGeneric ? nextAppearance(previous?.appearance ?? null, reading) : null;
    const isCaptured = (previous?.isCaptured ?? false) && appearance?.capturedCopies !== 0;
    this.#tracked.set(text, {
      text,
      parsed,
      corners,
      frame,
      readAt,
      lastFrameWithOthers,
      isCaptured,
      appearance,
    });
  }

  #detect({ hits }: FrameResult, labelTexts: readonly string[]): Detections {
    const [label] = labelTexts;
    if (label === undefined) return { hits: this.#isFrozen ? EMPTY : hits, isChoicePending: false };
    const lastFrameWithOthers = this.#tracked.get(label)?.lastFrameWithOthers ?? null;
    const isAlone =
      lastFrameWithOthers === null || this.#frame - lastFrameWithOthers >= ALONE_AFTER_FRAMES;
    if (this.#isFrozen || !isAlone) return { hits: EMPTY, isChoicePending: true };
    const reportedHits = hits.filter(({ text }) => text === label);
    const { appearance = null } = this.#tracked.get(label) ?? {};
    if (appearance === null) return { hits: reportedHits, isChoicePending: false };
    const isNewCopy = uncapturedCopies(appearance) > 0;
    return { hits: isNewCopy ? reportedHits : EMPTY, isChoicePending: false, isNewCopy };
  }

  #dropExpired(now: number): void {
    const frozenTexts = new Set(this.#isFrozen ? this.#choices.map(({ text }) => text) : EMPTY);
    for (const { text, readAt } of this.#tracked.values()) {
      if (now - readAt >= OUT_OF_VIEW_MS && !frozenTexts.has(text)) this.#tracked.delete(text);
    }
  }

  #publish(now: number): void {
    const trackedCodes = [...this.#tracked.values()];
    const codes = trackedCodes.filter(({ readAt }) => now - readAt < OUTLINE_MS);
    const labels = trackedCodes.flatMap(({ text, parsed, isCaptured, appearance }) =>
      parsed.kind === 'label'
        ? [{ text, label: parsed, isCaptured, copies: appearance?.copies ?? 1 }]
        : [],
    );
    const choiceLabels = labels.filter(
      ({ text }) => this.#tracked.get(text)?.lastFrameWithOthers !== null,
    );
    const hadCodes = this.#codes.length > 0;
    this.#codes = codes.length > 0 ? codes : EMPTY;
    this.#labels = keepIfEqual(this.#labels, labels);
    this.#choices = keepIfEqual(this.#choices, choiceLabels.length > 1 ? choiceLabels : EMPTY);
    if (hadCodes || codes.length > 0) for (const listener of this.#listeners) listener();
  }
}

/** Returns the previous array if nothing changed, to avoid rerenders. */
function keepIfEqual(
  previous: readonly LabelInView[],
  next: readonly LabelInView[],
): readonly LabelInView[] {
  const isSame = ({ text, isCaptured, copies }: LabelInView, index: number) =>
    text === previous[index]?.text &&
    isCaptured === previous[index]?.isCaptured &&
    copies === previous[index]?.copies;
  return previous.length === next.length && next.every(isSame) ? previous : next;
}

// Counts the products behind a label without a serial number. All copies have the same text, so each appearance
// in front of the camera counts, as does each copy in the same frame. A label that the decoder misses for a few
// frames still counts as in view.

export interface Appearance {
  /** Time of the last reading, in ms. */
  readonly readAt: number;
  /** Frame number of the last reading. */
  readonly frame: number;
  /**
   * True if the label was read in two consecutive frames. It's then assumed that every pass of the decoder can read it.
   */
  readonly isSteady: boolean;
  /** Maximum number of copies in one frame. */
  readonly copies: number;
  /** Copies already captured. */
  readonly capturedCopies: number;
}

/** One frame that shows the label. */
interface LabelReading {
  readonly readAt: number;
  readonly frame: number;
  readonly copies: number;
}

/** Continues the appearance, or starts a new one if the label had left the view. */
export function nextAppearance(previous: Appearance | null, reading: LabelReading): Appearance {
  if (previous === null || hasLeftView(previous, reading)) {
    return { ...reading, isSteady: false, capturedCopies: 0 };
  }
  return {
    ...reading,
    isSteady: previous.isSteady || reading.frame === previous.frame + 1,
    copies: Math.max(previous.copies, reading.copies),
    capturedCopies: previous.capturedCopies,
  };
}

/** Returns the number of copies not captured yet. */
export function uncapturedCopies({ copies, capturedCopies }: Appearance): number {
  return Math.max(0, copies - capturedCopies);
}

function hasLeftView(previous: Appearance, { readAt, frame }: LabelReading): boolean {
  const missedFrames = frame - previous.frame - 1;
  const ms = readAt - previous.readAt;
  if (!previous.isSteady)
    return missedFrames >= GONE_AFTER_FRAMES_UNSTEADY && ms >= GONE_AFTER_MS_SLOW;
  // At a low frame rate, the label may have been out of view for the whole gap.
  return (
    (missedFrames >= GONE_AFTER_FRAMES && ms >= GONE_AFTER_MS) ||
    (missedFrames >= 2 && ms >= GONE_AFTER_MS_SLOW)
  );
}

/**
 * Reports each code once while it stays in view. A phone is held over a label for several seconds, and otherwise each
 * frame would count as a scan. Times are in milliseconds and must all be from the same clock.
 */
interface RepeatFilter {
  /**
   * Returns true if the candidate is new. Marks the reported codes among the frame's texts as still in view.
   * @param candidate the code that may be reported, or null
   */
  accepts(texts: readonly string[], now: number, candidate?: string | null): boolean;
  /** Treats the code as reported, because the user selected it. */
  markSeen(text: string, now: number): void;
  /** Treats the code as new, even if it's still in view. */
  forget(text: string): void;
  /** Requires an ignored code to be out of view for longer before it's reported again. */
  markIgnored(text: string): void;
  /** Excludes a pause from the time out of view. */
  skipPause(from: number, to: number): void;
}

interface SeenCode {
  /** Last time in view. */
  readonly seenAt: number;
  /** Time out of view after which the code may be reported again, in ms. */
  readonly expiresAfter: number;
}

export function createRepeatFilter(): RepeatFilter {
  /** Reported codes. */
  let seenCodes = new Map<string, SeenCode>();

  const dropExpired = (now: number) => {
    seenCodes = new Map(
      [...seenCodes].filter(([, { seenAt, expiresAfter }]) => now - seenAt < expiresAfter),
    );
  };
  const markSeen = (text: string, seenAt: number) => {
    const { expiresAfter = OUT_OF_VIEW_MS } = seenCodes.get(text) ?? {};
    seenCodes.set(text, { seenAt, expiresAfter });
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
      if (seenAt !== undefined)
        seenCodes.set(text, { seenAt, expiresAfter: IGNORED_OUT_OF_VIEW_MS });
    },
    skipPause(from, to) {
      dropExpired(from);
      for (const text of seenCodes.keys()) markSeen(text, to);
    },
  };
}
