/** Tracks the codes in view, and decides which may be reported. */
import type { Label, InvalidLabel } from '#schemas/label.ts';
import { countByText, type Corners } from '#workers/frame.ts';
import type { Size } from '../camera/cover.ts';
import { ALONE_AFTER_FRAMES, OUTLINE_MS, OUT_OF_VIEW_MS } from '../camera/scan-constants.ts';
import type { FrameResult, Detections } from '../camera/frame-result.ts';
import { nextAppearance, copiesToAdd, type Appearance } from './appearances.ts';

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
  /** Captured while in view. */
  readonly isCaptured: boolean;
  /** Copies in view; more than one only for labels without a serial number. */
  readonly copies: number;
}

interface TrackedCode extends CodeInView {
  /** Time of the last reading, in ms. */
  readonly at: number;
  /** Number of the last frame that also showed other labels; null if none did. */
  readonly besideAt: number | null;
  readonly isCaptured: boolean;
  /** Null for labels with a serial number, which count once however often they are read. */
  readonly appearance: Appearance | null;
}

const NONE: readonly never[] = [];

/**
 * Tracks codes from frame to frame. A single label is reported at once; with several, the user
 * picks. Codes that aren't usable labels are reported only if no label is in view.
 */
export class LabelsInView {
  readonly #listeners = new Set<() => void>();
  #tracked = new Map<string, TrackedCode>();
  #frame = 0;
  #isHeld = false;
  #codes: readonly CodeInView[] = NONE;
  #labels: readonly LabelInView[] = NONE;
  #choice: readonly LabelInView[] = NONE;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Codes to outline; a new array for each frame with codes. */
  readonly codes = (): readonly CodeInView[] => this.#codes;

  /** Labels in view, in order of appearance; the same array while unchanged. */
  readonly labels = (): readonly LabelInView[] => this.#labels;

  /** Labels to pick from: empty, or at least two. The same array while unchanged. */
  readonly choices = (): readonly LabelInView[] => this.#choice;

  /** Freezes the choices and reports nothing while the user is picking. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
  }

  /** Marks a label as captured, so that it isn't offered again while in view. */
  markCaptured(text: string): void {
    const code = this.#tracked.get(text);
    if (!code) return;
    this.#tracked.set(text, { ...code, isCaptured: true });
    this.#publish(code.at);
  }

  /**
   * Counts all copies of a label as captured, before they are written.
   * @returns the number to write; 1 for a label with a serial number
   */
  claimCopies(text: string): number {
    const code = this.#tracked.get(text);
    if (!code?.appearance) return 1;
    const { appearance } = code;
    this.#tracked.set(text, { ...code, appearance: { ...appearance, added: appearance.copies } });
    return Math.max(1, copiesToAdd(appearance));
  }

  /**
   * Processes a frame.
   * @param parse parses a code's text for this user
   * @param now milliseconds of any one clock
   */
  update(
    result: FrameResult,
    parse: (text: string) => Label | InvalidLabel,
    now: number,
  ): Detections {
    this.#frame += 1;
    // If a text appears twice, use the one nearest to the centre.
    const nearest = new Map(result.hits.toReversed().map((hit) => [hit.text, hit] as const));
    const codes = [...nearest.values()]
      .toReversed()
      .map((hit) => ({ ...hit, parsed: parse(hit.text) }));
    const ours = codes.filter(({ parsed }) => parsed.kind === 'label').map(({ text }) => text);
    const copies = countByText(result.hits);
    for (const code of codes) {
      this.#note(
        { ...code, copies: copies.get(code.text) ?? 1 },
        result.frame,
        ours.length > 1,
        now,
      );
    }
    this.#forgetGone(now);
    this.#publish(now);
    return this.#detect(result, ours);
  }

  #note(
    { text, parsed, corners, copies }: Omit<CodeInView, 'frame'> & { readonly copies: number },
    frame: Size,
    areSeveral: boolean,
    at: number,
  ): void {
    const before = this.#tracked.get(text);
    const isBeside = areSeveral && parsed.kind === 'label';
    const besideAt = isBeside ? this.#frame : (before?.besideAt ?? null);
    const isGeneric = parsed.kind === 'label' && parsed.isGeneric;
    const reading = { at, frame: this.#frame, copies };
    const appearance = isGeneric ? nextAppearance(before?.appearance ?? null, reading) : null;
    const isCaptured = (before?.isCaptured ?? false) && appearance?.added !== 0;
    this.#tracked.set(text, { text, parsed, corners, frame, at, besideAt, isCaptured, appearance });
  }

  #detect({ hits }: FrameResult, ours: readonly string[]): Detections {
    const [label] = ours;
    if (label === undefined) return { hits: this.#isHeld ? NONE : hits, isChoicePending: false };
    const besideAt = this.#tracked.get(label)?.besideAt ?? null;
    const isAlone = besideAt === null || this.#frame - besideAt >= ALONE_AFTER_FRAMES;
    if (this.#isHeld || !isAlone) return { hits: NONE, isChoicePending: true };
    const reported = hits.filter(({ text }) => text === label);
    const { appearance = null } = this.#tracked.get(label) ?? {};
    if (appearance === null) return { hits: reported, isChoicePending: false };
    const isNewCopy = copiesToAdd(appearance) > 0;
    return { hits: isNewCopy ? reported : NONE, isChoicePending: false, isNewCopy };
  }

  #forgetGone(now: number): void {
    const chosenFrom = new Set(this.#isHeld ? this.#choice.map(({ text }) => text) : NONE);
    for (const { text, at } of this.#tracked.values()) {
      if (now - at >= OUT_OF_VIEW_MS && !chosenFrom.has(text)) this.#tracked.delete(text);
    }
  }

  #publish(now: number): void {
    const all = [...this.#tracked.values()];
    const codes = all.filter(({ at }) => now - at < OUTLINE_MS);
    const labels = all.flatMap(({ text, parsed, isCaptured, appearance }) =>
      parsed.kind === 'label'
        ? [{ text, label: parsed, isCaptured, copies: appearance?.copies ?? 1 }]
        : [],
    );
    const beside = labels.filter(({ text }) => this.#tracked.get(text)?.besideAt !== null);
    const hadCodes = this.#codes.length > 0;
    this.#codes = codes.length > 0 ? codes : NONE;
    this.#labels = sameOr(this.#labels, labels);
    this.#choice = sameOr(this.#choice, beside.length > 1 ? beside : NONE);
    if (hadCodes || codes.length > 0) for (const listener of this.#listeners) listener();
  }
}

/** Returns the previous array if nothing changed, to avoid re-renders. */
function sameOr(
  before: readonly LabelInView[],
  now: readonly LabelInView[],
): readonly LabelInView[] {
  const isSame = ({ text, isCaptured, copies }: LabelInView, at: number) =>
    text === before[at]?.text &&
    isCaptured === before[at]?.isCaptured &&
    copies === before[at]?.copies;
  return before.length === now.length && now.every(isSame) ? before : now;
}
