/** Validates each line of a list, locally and by the registry's answers. Pure. */
import type { BatchConfirmation } from '#schemas/api/scan-calls.ts';
import type { DuplicateLocation } from '#src/features/scan/capture/capture-label.ts';
import { findDuplicate } from '../validate-entry.ts';
import type { Product } from '../manual-state.ts';
import type { ListLine, NoNumber } from './read-list.ts';

/** Why the product is unknown: the registry couldn't be asked, or knows only part of it. */
type UnclearReason = 'not_asked' | 'partial';

export type LineVerdict =
  /** Can be added; `asked` if the registry confirmed it, and not only the label. */
  | {
      readonly kind: 'good';
      readonly code: string;
      readonly product: Product;
      readonly asked: boolean;
    }
  | { readonly kind: 'asking' }
  /** Already on this device. */
  | { readonly kind: 'known'; readonly location: DuplicateLocation }
  /** Repeats an earlier line. */
  | { readonly kind: 'repeated'; readonly line: number }
  | { readonly kind: 'refused'; readonly why: 'unknown' | 'type_not_allowed' | 'already_scanned' }
  | { readonly kind: 'unclear'; readonly why: UnclearReason }
  | { readonly kind: 'no_number'; readonly why: NoNumber }
  /** Excluded by the user. */
  | { readonly kind: 'taken_out' };

export interface ValidatedLine {
  readonly line: ListLine;
  readonly verdict: LineVerdict;
}

type Known = Parameters<typeof findDuplicate>[1][number];

interface Knowledge {
  /** Scans on this device with one of the numbers. */
  readonly known: readonly Known[];
  /** Registry answers by number; missing while pending. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** Lines excluded by the user. */
  readonly takenOut: ReadonlySet<number>;
  readonly projectId: string | null;
}

/** `failed`: the registry couldn't be asked. */
export type Answer = BatchConfirmation | 'failed';

/** Returns one verdict per line, in order. */
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
  const duplicate = findDuplicate({ code, product: labelled }, same, projectId);
  if (duplicate) return { kind: 'known', location: duplicate.location };
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

/** Returns the numbers still to be checked by the registry, without duplicates. */
export function numbersToConfirm(lines: readonly ValidatedLine[]): string[] {
  return lines.flatMap(({ line: { found }, verdict }) =>
    verdict.kind === 'asking' && found.kind === 'number' ? [found.code] : [],
  );
}
