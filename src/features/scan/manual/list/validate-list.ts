/** Validates each line of a list, locally and by the registry's answers. Pure. */
import type { BatchConfirmation } from '#schemas/api/scan-calls.ts';
import type { DuplicateLocation } from '#src/features/scan/capture/capture-label.ts';
import { findDuplicate } from '../validate-entry.ts';
import type { Product } from '../manual-state.ts';
import type { ListLine, NoNumber } from './read-list.ts';

/** Why the product is unknown: the registry couldn't be asked, or knows only part of it. */
type UnclearReason = 'not_checked' | 'partial';

export type LineVerdict =
  /** Can be added; `fromRegistry` if the registry confirmed it, and not only the label. */
  | {
      readonly kind: 'good';
      readonly code: string;
      readonly product: Product;
      readonly fromRegistry: boolean;
    }
  | { readonly kind: 'checking' }
  /** Already on this device. */
  | { readonly kind: 'known'; readonly location: DuplicateLocation }
  /** Repeats an earlier line. */
  | { readonly kind: 'repeated'; readonly line: number }
  | {
      readonly kind: 'rejected';
      readonly reason: 'unknown' | 'type_not_allowed' | 'already_scanned';
    }
  | { readonly kind: 'unclear'; readonly reason: UnclearReason }
  | { readonly kind: 'no_number'; readonly reason: NoNumber }
  /** Excluded by the user. */
  | { readonly kind: 'removed' };

export interface ValidatedLine {
  readonly line: ListLine;
  readonly verdict: LineVerdict;
}

type KnownScan = Parameters<typeof findDuplicate>[1][number];

interface ValidationContext {
  /** Scans on this device with one of the numbers. */
  readonly known: readonly KnownScan[];
  /** Registry answers by number; missing while pending. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** Lines excluded by the user. */
  readonly removedLines: ReadonlySet<number>;
  readonly projectId: string | null;
}

/** `failed`: the registry couldn't be asked. */
export type Answer = BatchConfirmation | 'failed';

/** Returns one verdict per line, in order. */
export function validateList(
  lines: readonly ListLine[],
  context: ValidationContext,
): ValidatedLine[] {
  const { known, removedLines } = context;
  const firstOf = new Map<string, number>();
  const knownByCode = Map.groupBy(known, ({ serial_number }) => serial_number);
  return lines.map((line) => {
    const { found } = line;
    if (removedLines.has(line.line)) return { line, verdict: { kind: 'removed' } };
    if (found.kind === 'no_number') return { line, verdict: found };
    const { code } = found;
    const first = firstOf.get(code);
    if (first !== undefined) return { line, verdict: { kind: 'repeated', line: first } };
    firstOf.set(code, line.line);
    const same = knownByCode.get(code) ?? [];
    return { line, verdict: validateLine(found, same, context) };
  });
}

type Numbered = Extract<ListLine['found'], { kind: 'number' }>;

function validateLine(
  { code, product }: Numbered,
  same: readonly KnownScan[],
  { answers, projectId }: ValidationContext,
): LineVerdict {
  const duplicate = findDuplicate({ code, product }, same, projectId);
  if (duplicate) return { kind: 'known', location: duplicate.location };
  const answer = answers.get(code);
  if (answer === undefined) return { kind: 'checking' };
  if (answer === 'failed') {
    return product
      ? { kind: 'good', code, product, fromRegistry: false }
      : { kind: 'unclear', reason: 'not_checked' };
  }
  const { status, type, size, variant } = answer;
  if (status !== 'ok' && status !== 'partial') return { kind: 'rejected', reason: status };
  if (type === undefined || size === undefined || variant === undefined) {
    return { kind: 'unclear', reason: 'partial' };
  }
  return { kind: 'good', code, product: { type, size, variant }, fromRegistry: true };
}

/** Returns the numbers still to be checked by the registry, without duplicates. */
export function numbersToConfirm(lines: readonly ValidatedLine[]): string[] {
  return lines.flatMap(({ line: { found }, verdict }) =>
    verdict.kind === 'checking' && found.kind === 'number' ? [found.code] : [],
  );
}
