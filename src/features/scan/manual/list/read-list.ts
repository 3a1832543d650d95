/** Extracts serial numbers from text pasted from a spreadsheet, or from a file of scans. Pure. */
import type { LabelRules } from '#schemas/label.ts';
import { normaliseCode, splitSerial } from '#schemas/serial-number.ts';
import { parsePastedLabel } from '../manual-entry.ts';
import type { Product } from '../manual-state.ts';

/**
 * Reason a line has no serial number: none found; a label from another manufacturer, incomplete (`incomplete`),
 * with invalid characters, or of a type that isn't allowed; or a product identified by a photo.
 */
export type NoNumber =
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
  readonly found:
    | { readonly kind: 'number'; readonly code: string; readonly product: Product | null }
    | { readonly kind: 'no_number'; readonly reason: NoNumber };
}

/** Returns true for at least two non-empty lines. */
export function isList(text: string): boolean {
  return text.split(LINE_END).filter((line) => line.trim() !== '').length > 1;
}

const LINE_END = /\r\n|[\n\r\u2028\u2029]/;
/** Column separators of pasted and saved spreadsheets. */
const COLUMN_END = /[\t;,|]/;

/** Parses every non-empty line, in order. */
export function readList(text: string, rules: LabelRules): ListLine[] {
  return text.split(LINE_END).flatMap((raw, at) => {
    const line = raw.trim();
    return line === '' ? [] : [{ line: at + 1, text: line, found: readLine(line, rules) }];
  });
}

function readLine(line: string, rules: LabelRules): ListLine['found'] {
  const columns = line
    .split(COLUMN_END)
    .map((column) => column.trim().replace(/^(["'])(.*)\1$/u, '$2'))
    .filter((column) => column !== '');
  let reason: NoNumber = 'none';
  for (const column of columns) {
    const label = parsePastedLabel(column, rules);
    if (label?.kind === 'rejected') reason = label.reason;
    if (label?.kind !== 'label') continue;
    const { type, size, variant, code, isGeneric } = label;
    if (!isGeneric) return { kind: 'number', code, product: { type, size, variant } };
    reason = 'generic';
  }
  const code = serialInColumns(columns);
  return code === null ? { kind: 'no_number', reason } : { kind: 'number', code, product: null };
}

/** Returns the column most like a serial number. The two halves may be in adjacent columns. */
function serialInColumns(columns: readonly string[]): string | null {
  const codes = columns.map(serialIn);
  const halves = columns.slice(1).map((second, at) => {
    const first = columns[at] ?? '';
    return FIRST_HALF.test(bare(first)) && SECOND_HALF.test(bare(second))
      ? `${bare(first)}-${bare(second)}`
      : null;
  });
  const found = [
    ...codes.filter((code) => code !== null),
    ...halves.filter((code) => code !== null),
  ];
  return found.find((code) => FULL.test(code)) ?? found[0] ?? null;
}

const FULL = /^[A-Z0-9]{8}-[A-Z0-9]{4}$/;
/** Short codes need a hyphen and a digit, or words would match. */
const SHORT = /^(?=.*\d)[A-Z0-9]{4,8}-[A-Z0-9]{1,4}$/;
const JOINED = /^(?=.*\d)[A-Z0-9]{12}$/;
const FIRST_HALF = /^(?=.*\d)[A-Z0-9]{8}$/;
const SECOND_HALF = /^[A-Z0-9]{4}$/;

function serialIn(column: string): string | null {
  const code = bare(column);
  if (JOINED.test(code)) {
    const { part1, part2 } = splitSerial(code);
    return `${part1}-${part2}`;
  }
  return SHORT.test(code) ? code : null;
}

/** Normalises to capitals, digits and hyphens; empty if other characters remain. */
function bare(column: string): string {
  const { value, unmappable } = normaliseCode(column);
  return unmappable.length > 0 ? '' : value;
}
