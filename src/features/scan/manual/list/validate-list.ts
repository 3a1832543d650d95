/** Validates each line of a list, locally and by the registry's results. */
import type { BatchConfirmation } from '#schemas/api/scan-calls.ts';
import type { DuplicateLocation } from '#src/features/scan/capture/capture-label.ts';
import { findDuplicate } from '../validate-entry.ts';
import type { Product } from '../manual-state.ts';
import type { ListLine, MissingNumberReason } from './read-list.ts';

/** Reason why the product is unknown: the registry couldn't be reached, or has only part of its data. */
type UnclearReason = 'not_checked' | 'partial';

export type LineVerdict =
  /** Can be added. `fromRegistry` is true if the registry confirmed the product, false if only the label names it. */
  | {
      readonly kind: 'good';
      readonly code: string;
      readonly product: Product;
      readonly fromRegistry: boolean;
    }
  | { readonly kind: 'checking' }
  /** Already on this device. */
  | { readonly kind: 'duplicate'; readonly location: DuplicateLocation }
  /** Repeats an earlier line. */
  | { readonly kind: 'repeated'; readonly line: number }
  | {
      readonly kind: 'rejected';
      readonly reason: 'unknown' | 'type_not_allowed' | 'already_scanned';
    }
  | { readonly kind: 'unclear'; readonly reason: UnclearReason }
  | { readonly kind: 'no_number'; readonly reason: MissingNumberReason }
  /** Removed by the user. */
  | { readonly kind: 'removed' };

export interface ValidatedLine {
  readonly line: ListLine;
  readonly verdict: LineVerdict;
}

type KnownScan = Parameters<typeof findDuplicate>[1][number];

interface ValidationContext {
  /** Scans on this device that have one of the list's numbers. */
  readonly knownScans: readonly KnownScan[];
  /** Registry results by number; missing while pending. */
  readonly results: ReadonlyMap<string, LookupResult>;
  /** Lines removed by the user. */
  readonly removedLines: ReadonlySet<number>;
  readonly projectId: string | null;
}

/** `failed`: the registry couldn't be reached. */
export type LookupResult = BatchConfirmation | 'failed';

/** Returns one verdict per line, in order. */
export function validateList(
  lines: readonly ListLine[],
  context: ValidationContext,
): ValidatedLine[] {
  const { knownScans, removedLines } = context;
  const firstLineByCode = new Map<string, number>();
  const scansByCode = Map.groupBy(knownScans, ({ serial_number }) => serial_number);
  return lines.map((line) => {
    const { parsed } = line;
    if (removedLines.has(line.line)) return { line, verdict: { kind: 'removed' } };
    if (parsed.kind === 'no_number') return { line, verdict: parsed };
    const { code } = parsed;
    const firstLine = firstLineByCode.get(code);
    if (firstLine !== undefined) return { line, verdict: { kind: 'repeated', line: firstLine } };
    firstLineByCode.set(code, line.line);
    const scansWithSameNumber = scansByCode.get(code) ?? [];
    return { line, verdict: validateLine(parsed, scansWithSameNumber, context) };
  });
}

type ParsedNumber = Extract<ListLine['parsed'], { kind: 'number' }>;

function validateLine(
  { code, product }: ParsedNumber,
  scansWithSameNumber: readonly KnownScan[],
  { results, projectId }: ValidationContext,
): LineVerdict {
  const duplicate = findDuplicate({ code, product }, scansWithSameNumber, projectId);
  if (duplicate) return { kind: 'duplicate', location: duplicate.location };
  const result = results.get(code);
  if (result === undefined) return { kind: 'checking' };
  if (result === 'failed') {
    return product
      ? { kind: 'good', code, product, fromRegistry: false }
      : { kind: 'unclear', reason: 'not_checked' };
  }
  const { status, type, size, variant } = result;
  if (status !== 'ok' && status !== 'partial') return { kind: 'rejected', reason: status };
  if (type === undefined || size === undefined || variant === undefined) {
    return { kind: 'unclear', reason: 'partial' };
  }
  return { kind: 'good', code, product: { type, size, variant }, fromRegistry: true };
}

/** Returns the numbers still to be checked by the registry, without duplicates. */
export function numbersToConfirm(lines: readonly ValidatedLine[]): string[] {
  return lines.flatMap(({ line: { parsed }, verdict }) =>
    verdict.kind === 'checking' && parsed.kind === 'number' ? [parsed.code] : [],
  );
}
