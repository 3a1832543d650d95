import * as v from 'valibot';
import { requiredMultilineText } from '#schemas/multiline-text.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { MAX_REFERENCE } from '#schemas/operator/order-calls.ts';
import { MAX_REASON, type OrderResponse, orderResponse } from '#schemas/order.ts';
import { type Reason, type Rejection } from '../setup/list-batch.ts';
import { voucherExpiry } from '../setup/write-vouchers.ts';

/** A vendor's answer about an order. */
export interface AnswerRow {
  readonly index: number;
  /** Number of the order. */
  readonly order: string;
  readonly decision: 'complete' | 'fail';
  /** The voucher's code; null if the row has none. */
  readonly response: OrderResponse | null;
  /** The vendor's number of the order or of the parcel. */
  readonly reference: string | null;
  readonly reason: string | null;
}

const FIELD_COUNT = 7;

const sentences = {
  fields: `The line must have ${FIELD_COUNT} fields.`,
  order: 'The order number is missing.',
  result: 'The result must be completed or failed.',
  number: 'The code must have at most 80 characters.',
  password: 'The password must have at most 80 characters.',
  expiry: 'The expiry must be empty, a day such as 2027-12-31, or a time in UTC.',
  reference: `The reference must have at most ${MAX_REFERENCE} characters.`,
  reason: `The reason must have at most ${MAX_REASON} characters.`,
  code_of_failed: 'A failed order can’t have a code.',
  unknown_order: 'The country has no order with this number.',
  not_voucher: 'Only a voucher has a code, an expiry and a password.',
  missing_code: 'The voucher’s code is missing.',
  card_needed: 'An order for a card is completed with the card’s number in the console.',
  reason_needed: 'A failed top-up needs a reason.',
  own_company: 'The order is from your own company. Ask a colleague to import its answer.',
  not_approved: 'The order isn’t approved.',
  answered_differently: 'The order already has another answer.',
  code_given: 'Another order has this code.',
  twice: 'The order is in the file twice with different answers.',
} as const;
type Problem = keyof typeof sentences;

/** Reasons for rejecting rows, by problem. They never contain values from the file, because these may be codes. */
export const answerReasons = Object.fromEntries(
  Object.entries(sentences).map(([problem, reason]) => [problem, { problem, reason }]),
) as Readonly<Record<Problem, Reason>>;

export const reject = (index: number, problem: Problem): Rejection => ({
  index,
  ...answerReasons[problem],
});

const decisions = new Map([
  ['completed', 'complete'],
  ['failed', 'fail'],
] as const);
const code = v.object({
  ...v.pick(orderResponse, ['number', 'password']).entries,
  expiry: voucherExpiry,
});
const reasonText = requiredMultilineText(MAX_REASON);

/** Parses a row, or returns the reason why it is invalid. */
export function readAnswerRow(index: number, fields: readonly string[]): AnswerRow | Rejection {
  const cells = fields.map(normaliseLine);
  const [order = '', resultText = '', number = '', expires = '', password = ''] = cells;
  const [reference = '', reason = ''] = cells.slice(-2);
  if (cells.length !== FIELD_COUNT) return reject(index, 'fields');
  if (order === '') return reject(index, 'order');
  const decision = new Map<string, 'complete' | 'fail'>(decisions).get(resultText.toLowerCase());
  if (decision === undefined) return reject(index, 'result');
  const response = readCode({ number, expires, password });
  if (typeof response === 'string') return reject(index, response);
  if (response !== null && decision === 'fail') return reject(index, 'code_of_failed');
  if (reference.length > MAX_REFERENCE) return reject(index, 'reference');
  const parsed = v.safeParse(reasonText, reason);
  if (reason !== '' && !parsed.success) return reject(index, 'reason');
  return {
    ...{ index, order, decision, response },
    reference: reference === '' ? null : reference,
    reason: decision === 'fail' && parsed.success ? parsed.output : null,
  };
}

/** @returns the code, the problem with the cells, or null if all cells are empty */
function readCode(cells: {
  readonly number: string;
  readonly expires: string;
  readonly password: string;
}): OrderResponse | 'number' | 'password' | 'expiry' | 'missing_code' | null {
  const { number, expires, password } = cells;
  if (number === '') return expires === '' && password === '' ? null : 'missing_code';
  const input = { number, expiry: expires, password: password === '' ? null : password };
  const parsed = v.safeParse(code, input, { abortEarly: true });
  if (parsed.success) {
    const { expiry, ...others } = parsed.output;
    return { ...others, expiresAt: expiry };
  }
  const field = v.getDotPath(parsed.issues[0]);
  return field === 'password' || field === 'expiry' ? field : 'number';
}
