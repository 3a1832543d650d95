import { createHash } from 'node:crypto';
import { CsvError, parse } from 'csv-parse/sync';
import * as v from 'valibot';
import { type RequestRowProblem } from '#schemas/operator/lead-intake-calls.ts';
import {
  leadReference,
  leadRequestInput,
  type LeadRequestInput,
  MAX_REQUEST_ROWS,
} from '#schemas/lead-request.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { type RegionId } from '#schemas/regions.ts';
import { findCsvSeparator } from '../setup/csv-separator.ts';
import { type ReferencedRequest } from './store-requests.ts';
import { validateRequest } from './validate-request.ts';

const requiredColumns = ['last_name', 'city', 'consent_day'] as const;
const columns = ['reference', ...Object.keys(leadRequestInput.entries)];
/** Maximum number of reported problems; a file with more has a systematic error. */
const MAX_PROBLEMS = 200;
/** Maximum number of rows read, including empty ones that spreadsheets add. */
const MAX_READ_ROWS = 10 * MAX_REQUEST_ROWS;
/** Number of characters searched for the separator. */
const HEADER_CHARACTERS = 10_000;
/** Replaces bytes that aren't UTF-8. */
const UNREADABLE = '\uFFFD';

interface RequestFile {
  readonly requests: readonly (ReferencedRequest & { readonly reference: string })[];
  readonly problems: readonly RequestRowProblem[];
}

/**
 * Reads a CSV file of requests, separated by commas or semicolons, with a header of column names in any order. A row
 * without a reference is identified by its content.
 */
export function readRequestFile(csv: string, region: RegionId, now: number): RequestFile {
  if (csv.includes(UNREADABLE)) return rejectFile('not_utf8');
  const rows = parseRows(csv);
  if (rows === null) return rejectFile('not_csv');
  // Spreadsheets may leave empty rows above the column names.
  const [header = [], ...records] = rows.slice(
    Math.max(
      0,
      rows.findIndex((row) => !isEmpty(row)),
    ),
  );
  const names = header.map((name) => normaliseLine(name).toLowerCase());
  const problems = [...headerProblems(names)];
  // Empty rows count, as in a spreadsheet, so that the reported rows can be found.
  const filled = records
    .map((record, index) => ({ record, row: index + 1 }))
    .filter(({ record }) => !isEmpty(record));
  if (filled.length > MAX_REQUEST_ROWS || rows.length === MAX_READ_ROWS)
    problems.push({ row: 0, column: '', problem: 'too_many_rows' });
  if (problems.length > 0) return { requests: [], problems };
  const references = new Set<string>();
  const requests = filled.flatMap(({ record, row }) => {
    const cells = new Map(
      names.map((name, position) => [name, normaliseLine(record[position] ?? '')]),
    );
    const read = readRow(cells, region, now);
    problems.push(...read.problems.map((problem) => ({ row, ...problem })));
    if (read.request === null) return [];
    const { reference } = read;
    if (references.has(reference)) {
      problems.push({ row, column: 'reference', problem: 'repeated' });
      return [];
    }
    references.add(reference);
    return [{ reference, request: read.request }];
  });
  return { requests, problems: problems.slice(0, MAX_PROBLEMS) };
}

const rejectFile = (problem: string): RequestFile => ({
  requests: [],
  problems: [{ row: 0, column: '', problem }],
});

const isEmpty = (record: readonly string[]) => record.every((cell) => normaliseLine(cell) === '');

/** Null if it isn't CSV. */
function parseRows(csv: string): string[][] | null {
  try {
    return parse(csv, {
      bom: true,
      delimiter: findCsvSeparator(csv.slice(0, HEADER_CHARACTERS)),
      relax_column_count: true,
      relax_quotes: true,
      to: MAX_READ_ROWS,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return null;
  }
}

function headerProblems(names: readonly string[]): RequestRowProblem[] {
  const missing = requiredColumns.filter((name) => !names.includes(name));
  const unknown = names.filter((name) => !columns.includes(name));
  return [
    ...missing.map((column) => ({ row: 0, column, problem: 'missing_column' })),
    ...unknown.map((name) => ({ row: 0, column: shownName(name), problem: 'unknown_column' })),
    ...(new Set(names).size < names.length ? [{ row: 0, column: '', problem: 'repeated' }] : []),
  ].slice(0, MAX_PROBLEMS);
}

/** A column’s name without control characters, which responses can’t contain. */
const shownName = (name: string) =>
  name
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, 40)
    .toWellFormed();

type RowProblem = Omit<RequestRowProblem, 'row'>;

function readRow(
  cells: ReadonlyMap<string, string>,
  region: RegionId,
  now: number,
): {
  readonly reference: string;
  readonly request: LeadRequestInput | null;
  readonly problems: readonly RowProblem[];
} {
  const parsed = v.safeParse(leadRequestInput, toInput(cells), { abortPipeEarly: true });
  const typedReference = cells.get('reference') ?? '';
  const reference = v.safeParse(leadReference, typedReference || hashCells(cells));
  const problems: RowProblem[] = reference.success
    ? []
    : [{ column: 'reference', problem: 'invalid_input' }];
  if (!parsed.success) {
    const fields = new Set(
      parsed.issues.map((issue) => v.getDotPath(issue)?.split('.', 1)[0] ?? ''),
    );
    problems.push(...[...fields].map((column) => ({ column, problem: 'invalid_input' })));
    return { reference: '', request: null, problems };
  }
  const validated = validateRequest(parsed.output, region, now);
  problems.push(...validated.problems.map(({ code, field }) => ({ column: field, problem: code })));
  if (problems.length > 0 || !reference.success) return { reference: '', request: null, problems };
  return { reference: reference.output, request: validated.request, problems };
}

/** Identifies the same row in another file. */
function hashCells(cells: ReadonlyMap<string, string>): string {
  const values = [...cells]
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `row:${createHash('sha256').update(JSON.stringify(values)).digest('base64url')}`;
}

function toInput(cells: ReadonlyMap<string, string>): Record<string, unknown> {
  const cell = (name: string) => cells.get(name) ?? '';
  const orNull = (name: string) => (cell(name) === '' ? null : cell(name));
  const numberOrNull = (name: string) =>
    cell(name) === '' ? null : Number(cell(name).replace(',', '.'));
  return {
    ...Object.fromEntries(columns.map((name) => [name, cell(name)])),
    products: cell('products') === '' ? [] : cell('products').split('|').map(toProduct),
    windows: numberOrNull('windows'),
    wished_day: orNull('wished_day'),
    latitude: numberOrNull('latitude'),
    longitude: numberOrNull('longitude'),
  };
}

/** Reads a product such as `GGL:2`. */
function toProduct(text: string) {
  const [type = '', quantity = '1'] = text.split(':');
  return { type: normaliseLine(type), quantity: Number(quantity) };
}
