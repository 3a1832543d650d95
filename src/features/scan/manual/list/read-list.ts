/** Serial numbers out of a text that was pasted from a spreadsheet, or of a file of scans. Pure. */
import type { LabelRules } from '#schemas/label.ts';
import { normaliseCode, splitSerial } from '#schemas/serial-number.ts';
import { parsePastedLabel } from '../manual-entry.ts';
import type { Product } from '../manual-state.ts';

/**
 * Why a line gives no number: there is none in it; it is a label of another maker, a damaged one, or of a type
 * that does not count; or of a product that is told by a photo.
 */
export type NoNumber =
  | 'none'
  | 'foreign'
  | 'torn'
  | 'bad_characters'
  | 'type_not_allowed'
  | 'generic';

/** One line that has something in it. */
export interface ListLine {
  /** Its number in the text, from 1. */
  readonly line: number;
  /** As it stands there, without what is around it. */
  readonly text: string;
  /** The serial number, or why there is none. */
  readonly found:
    | { readonly kind: 'number'; readonly code: string; readonly labelled: Product | null }
    | { readonly kind: 'no_number'; readonly why: NoNumber };
}

/** Whether a text is more than one number: two lines with something in them. */
export function isList(text: string): boolean {
  return text.split(LINE_END).filter((line) => line.trim() !== '').length > 1;
}

const LINE_END = /\r\n|[\n\r\u2028\u2029]/;
/** Between the columns of a spreadsheet, whether it was pasted or saved. */
const COLUMN_END = /[\t;,|]/;

/** Every line of a text with something in it, in its order; not one is left out. */
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
  let why: NoNumber = 'none';
  for (const column of columns) {
    const label = parsePastedLabel(column, rules);
    if (label?.kind === 'refused') why = label.reason;
    if (label?.kind !== 'label') continue;
    const { type, size, variant, code, isGeneric } = label;
    if (!isGeneric) return { kind: 'number', code, labelled: { type, size, variant } };
    why = 'generic';
  }
  const code = numberIn(columns);
  return code === null ? { kind: 'no_number', why } : { kind: 'number', code, labelled: null };
}

/** The number of a row: the column that looks most like one; its two halves may stand in two columns. */
function numberIn(columns: readonly string[]): string | null {
  const whole = columns.map(wholeNumber);
  const halves = columns.slice(1).map((second, at) => {
    const first = columns[at] ?? '';
    return FIRST_HALF.test(bare(first)) && SECOND_HALF.test(bare(second))
      ? `${bare(first)}-${bare(second)}`
      : null;
  });
  const found = [
    ...whole.filter((code) => code !== null),
    ...halves.filter((code) => code !== null),
  ];
  return found.find((code) => FULL.test(code)) ?? found[0] ?? null;
}

const FULL = /^[A-Z0-9]{8}-[A-Z0-9]{4}$/;
/** A shorter one is believed only with its hyphen, and with a digit: a word is none. */
const SHORT = /^(?=.*\d)[A-Z0-9]{4,8}-[A-Z0-9]{1,4}$/;
const JOINED = /^(?=.*\d)[A-Z0-9]{12}$/;
const FIRST_HALF = /^(?=.*\d)[A-Z0-9]{8}$/;
const SECOND_HALF = /^[A-Z0-9]{4}$/;

function wholeNumber(column: string): string | null {
  const code = bare(column);
  if (JOINED.test(code)) {
    const { part1, part2 } = splitSerial(code);
    return `${part1}-${part2}`;
  }
  return SHORT.test(code) ? code : null;
}

/** Only what a number has in it: capitals, digits and its hyphen; empty where there is anything else. */
function bare(column: string): string {
  const { value, unmappable } = normaliseCode(column);
  return unmappable.length > 0 ? '' : value;
}
