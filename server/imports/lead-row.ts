import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { leadReference, leadRequestInput, type LeadRequestInput } from '#schemas/lead-request.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { importKinds } from '#schemas/operator/import-kinds.ts';
import { type RegionId } from '#schemas/regions.ts';
import { validateRequest } from '../leads/validate-request.ts';
import { type Reason, type Rejection } from '../setup/list-batch.ts';

/** The request in a row of a file. */
export interface LeadRow {
  readonly index: number;
  /** The sender's own reference, or a hash of the row. */
  readonly reference: string;
  readonly request: LeadRequestInput;
  /**
   * The first of the country's rules that the request violates; null if there is none. A request that has already been
   * stored counts as valid anyway.
   */
  readonly problem: Rejection | null;
}

const columns = importKinds.lead_requests.columns.map(({ name }) => name);

const sentences = {
  fields: `The line must have ${columns.length} fields.`,
  reference: 'The reference must have at most 100 characters.',
  first_name: 'The first name must have at most 80 characters.',
  last_name: 'The last name must have 1 to 80 characters.',
  street: 'The street must have at most 160 characters.',
  postal_code: 'The postal code must be valid in the country.',
  city: 'The town must have 1 to 80 characters.',
  phone: 'The phone number must be valid in the country.',
  contact: 'A phone number or an email address is needed.',
  email: 'The email address isn’t valid.',
  products: 'The products must be types with numbers, such as GGL:2|GGU:1.',
  windows: 'The number of windows must be from 0 to 999.',
  service: 'The requested service must have at most 200 characters.',
  message: 'The message must have at most 4,000 characters.',
  wished_day: 'The preferred date must be empty, or a day such as 2027-05-31 that can be chosen.',
  past: 'The preferred date is in the past.',
  consent_day: 'The day of the consent must be a day such as 2027-05-31, and not in the future.',
  latitude: 'The latitude must be from -90 to 90, with a longitude.',
  longitude: 'The longitude must be from -180 to 180, with a latitude.',
  twice: 'The request is in the file twice.',
  changed: 'A request with this reference and other values has already been stored.',
} as const;
type Problem = keyof typeof sentences;

/** Reasons for rejected rows, by their problem. They contain no personal data. */
export const leadReasons = Object.fromEntries(
  Object.entries(sentences).map(([problem, reason]) => [problem, { problem, reason }]),
) as Readonly<Record<Problem, Reason>>;

export const reject = (index: number, problem: Problem): Rejection => ({
  index,
  ...leadReasons[problem],
});

type Cells = ReadonlyMap<string, string>;

/**
 * Parses a row by the same rules as the form for a new request. Returns a rejection if a field is malformed.
 * @param now current time in milliseconds, which determines the current day in the country's time zone
 */
export function readLeadRow(
  index: number,
  fields: readonly string[],
  { region, now }: { readonly region: RegionId; readonly now: number },
): LeadRow | Rejection {
  if (fields.length !== columns.length) return reject(index, 'fields');
  const cells = new Map(columns.map((name, position) => [name, readCell(fields[position] ?? '')]));
  const reference = v.safeParse(leadReference, cells.get('reference') || hashCells(cells));
  if (!reference.success) return reject(index, 'reference');
  const parsed = v.safeParse(leadRequestInput, toInput(cells), { abortEarly: true });
  if (!parsed.success) return reject(index, toProblem(v.getDotPath(parsed.issues[0])));
  const { request, problems } = validateRequest(parsed.output, region, now);
  const [firstProblem] = problems;
  const isContact = firstProblem?.field === 'phone' && firstProblem.code === 'invalid_input';
  const isPast = firstProblem?.code === 'date_too_early';
  const problem = isContact ? 'contact' : isPast ? 'past' : toProblem(firstProblem?.field ?? null);
  return {
    ...{ index, reference: reference.output, request },
    problem: firstProblem === undefined ? null : reject(index, problem),
  };
}

/** Returns the problem with a field, such as `products` for the path `products.0.quantity`. */
function toProblem(path: string | null): Problem {
  const name = path?.split('.', 1)[0] ?? '';
  return Object.hasOwn(sentences, name) ? (name as Problem) : 'fields';
}

/** Reads a cell, and removes the apostrophe that the file of rejected rows has in front of a leading sign. */
const readCell = (cell: string) => normaliseLine(cell).replace(/^'(?=[=+\-@])/, '');

/** Returns a reference computed from a row's values, so that the same row in another file gets the same reference. */
function hashCells(cells: Cells): string {
  const values = [...cells]
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `row:${createHash('sha256').update(JSON.stringify(values)).digest('base64url')}`;
}

function toInput(cells: Cells): Record<string, unknown> {
  const cell = (name: string) => cells.get(name) ?? '';
  const orNull = (name: string) => (cell(name) === '' ? null : cell(name));
  const numberOrNull = (name: string) =>
    cell(name) === '' ? null : Number(cell(name).replace(',', '.'));
  return {
    ...Object.fromEntries(cells),
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
