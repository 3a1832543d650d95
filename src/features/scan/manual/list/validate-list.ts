/** What becomes of each line of a list: what this device knows of it, and what the registry says. Pure. */
import type { BatchConfirmation } from '#schemas/api/scan-calls.ts';
import type { DuplicateLocation } from '#src/features/scan/capture/capture-label.ts';
import { findDuplicate } from '../validate-entry.ts';
import type { Product } from '../manual-state.ts';
import type { ListLine, NoNumber } from './read-list.ts';

/** Why the product of a number is not known: the registry could not be asked, or knows it only in part. */
export type UnclearReason = 'not_asked' | 'partial';

export type LineVerdict =
  /** It can be added; `asked` where the registry says so, and not only the label. */
  | {
      readonly kind: 'good';
      readonly code: string;
      readonly product: Product;
      readonly asked: boolean;
    }
  | { readonly kind: 'asking' }
  /** This device has it. */
  | { readonly kind: 'known'; readonly location: DuplicateLocation }
  /** It stands in the list once more, further up. */
  | { readonly kind: 'repeated'; readonly line: number }
  | { readonly kind: 'refused'; readonly why: 'unknown' | 'type_not_allowed' | 'already_scanned' }
  | { readonly kind: 'unclear'; readonly why: UnclearReason }
  | { readonly kind: 'no_number'; readonly why: NoNumber }
  /** Somebody does not want it. */
  | { readonly kind: 'taken_out' };

export interface ValidatedLine {
  readonly line: ListLine;
  readonly verdict: LineVerdict;
}

type Known = Parameters<typeof findDuplicate>[1][number];

interface Knowledge {
  /** The scans on this device with one of the numbers. */
  readonly known: readonly Known[];
  /** The registry's word by number; none while it is asked. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** The lines that somebody took out. */
  readonly takenOut: ReadonlySet<number>;
  readonly projectId: string | null;
}

/** `failed`: the registry could not be asked. */
export type Answer = BatchConfirmation | 'failed';

/** A verdict on every line, in their order: as many come out as went in. */
export function validateList(lines: readonly ListLine[], knowledge: Knowledge): ValidatedLine[] {
  const { known, takenOut } = knowledge;
  const firstOf = new Map<string, number>();
  const knownByCode = Map.groupBy(known, ({ serial_number }) => serial_number);
  return lines.map((line) => {
    const { found } = line;
    if (takenOut.has(line.line)) return { line, verdict: { kind: 'taken_out' } };
    if (found.kind === 'no_number') return { line, verdict: found };
    const { code } = found;
    const first = firstOf.get(code);
    if (first !== undefined) return { line, verdict: { kind: 'repeated', line: first } };
    firstOf.set(code, line.line);
    const same = knownByCode.get(code) ?? [];
    return { line, verdict: validateLine(found, same, knowledge) };
  });
}

type Numbered = Extract<ListLine['found'], { kind: 'number' }>;

function validateLine(
  { code, labelled }: Numbered,
  same: readonly Known[],
  { answers, projectId }: Knowledge,
): LineVerdict {
  const already = findDuplicate({ code, product: labelled }, same, projectId);
  if (already) return { kind: 'known', location: already.location };
  const answer = answers.get(code);
  if (answer === undefined) return { kind: 'asking' };
  if (answer === 'failed') {
    return labelled
      ? { kind: 'good', code, product: labelled, asked: false }
      : { kind: 'unclear', why: 'not_asked' };
  }
  const { status, type, size, variant } = answer;
  if (status !== 'ok' && status !== 'partial') return { kind: 'refused', why: status };
  if (type === undefined || size === undefined || variant === undefined) {
    return { kind: 'unclear', why: 'partial' };
  }
  return { kind: 'good', code, product: { type, size, variant }, asked: true };
}

/** The numbers that the registry is still to be asked about, each once. */
export function numbersToConfirm(judged: readonly ValidatedLine[]): string[] {
  return judged.flatMap(({ line: { found }, verdict }) =>
    verdict.kind === 'asking' && found.kind === 'number' ? [found.code] : [],
  );
}
