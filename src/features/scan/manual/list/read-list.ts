/** Extracts serial numbers from text pasted from a spreadsheet, or from a file of scans. */
import type { LabelRules } from '#schemas/label.ts';
import { normaliseCode, splitSerial } from '#schemas/serial-number.ts';
import { parsePastedLabel } from '../manual-entry.ts';
import type { Product } from '../manual-state.ts';

/**
 * Reason why a line has no serial number. `generic`: a label without a serial number, whose product is identified by a
 * photo.
 */
export type MissingNumberReason =
  | 'none'
  | 'foreign'
  | 'incomplete'
  | 'bad_characters'
  | 'type_not_allowed'
  | 'generic';

/** A non-empty line. */
export interface ListLine {
  /** Line number, from 1. */
  readonly line: number;
  /** Trimmed text. */
  readonly text: string;
  /** The serial number, or the reason there is none. */
  readonly parsed:
    | { readonly kind: 'number'; readonly code: string; readonly product: Product | null }
    | { readonly kind: 'no_number'; readonly reason: MissingNumberReason };
}

/** Returns true for at least two non-empty lines. */
export function isList(text: string): boolean {
  return text.split(LINE_END).filter((line) => line.trim() !== '').length > 1;
}

const LINE_END = /\r\n|[\n\r\u2028\u2029]/;
/** Column separators in pasted or saved spreadsheets. */
const COLUMN_END = /[\t;,|]/;

/** Parses every non-empty line, in order. */
export function readList(text: string, rules: LabelRules): ListLine[] {
  return text.split(LINE_END).flatMap((raw, index) => {
    const line = raw.trim();
    return line === '' ? [] : [{ line: index + 1, text: line, parsed: readLine(line, rules) }];
  });
}

function readLine(line: string, rules: LabelRules): ListLine['parsed'] {
  const columns = line
    .split(COLUMN_END)
    .map((column) => column.trim().replace(/^(["'])(.*)\1$/u, '$2'))
    .filter((column) => column !== '');
  let reason: MissingNumberReason = 'none';
  for (const column of columns) {
    const label = parsePastedLabel(column, rules);
    if (label?.kind === 'rejected') reason = label.reason;
    if (label?.kind !== 'label') continue;
    const { type, size, variant, code, isGeneric } = label;
    if (!isGeneric) return { kind: 'number', code, product: { type, size, variant } };
    reason = 'generic';
  }
  const code = findSerialInColumns(columns);
  return code === null ? { kind: 'no_number', reason } : { kind: 'number', code, product: null };
}

/** Returns the column that looks most like a serial number. The two halves may be in adjacent columns. */
function findSerialInColumns(columns: readonly string[]): string | null {
  const codes = columns.map(findSerial);
  const halves = columns.slice(1).map((second, index) => {
    const first = columns[index] ?? '';
    return FIRST_HALF.test(normaliseColumn(first)) && SECOND_HALF.test(normaliseColumn(second))
      ? `${normaliseColumn(first)}-${normaliseColumn(second)}`
      : null;
  });
  const candidates = [
    ...codes.filter((code) => code !== null),
    ...halves.filter((code) => code !== null),
  ];
  return candidates.find((code) => FULL_CODE.test(code)) ?? candidates[0] ?? null;
}

const FULL_CODE = /^[A-Z0-9]{8}-[A-Z0-9]{4}$/;
/** Short codes need a hyphen and a digit, or ordinary words would match. */
const SHORT_CODE = /^(?=.*\d)[A-Z0-9]{4,8}-[A-Z0-9]{1,4}$/;
const UNHYPHENATED_CODE = /^(?=.*\d)[A-Z0-9]{12}$/;
const FIRST_HALF = /^(?=.*\d)[A-Z0-9]{8}$/;
const SECOND_HALF = /^[A-Z0-9]{4}$/;

function findSerial(column: string): string | null {
  const code = normaliseColumn(column);
  if (UNHYPHENATED_CODE.test(code)) {
    const { part1, part2 } = splitSerial(code);
    return `${part1}-${part2}`;
  }
  return SHORT_CODE.test(code) ? code : null;
}

/** Normalises to capitals, digits and hyphens; empty if other characters remain. */
function normaliseColumn(column: string): string {
  const { value, unmappable } = normaliseCode(column);
  return unmappable.length > 0 ? '' : value;
}
