import { normaliseLine } from '#schemas/normalise-text.ts';
import { AWARD_REPEAT_DAYS } from '#schemas/operator/import-calls.ts';
import {
  type CorrectionEvent,
  correctionEvents,
  MAX_CORRECTION,
} from '#schemas/operator/point-calls.ts';
import { type Reason, type Rejection } from '../setup/list-batch.ts';

/** A row in a file of awards. */
export interface AwardRow {
  readonly index: number;
  /** The company's number, id or tax number. */
  readonly company: string;
  readonly points: number;
  /** Reason shown to installers. */
  readonly event: CorrectionEvent;
}

const FIELD_COUNT = 3;

const sentences = {
  fields: `The line must have ${FIELD_COUNT} fields.`,
  company: 'The company is missing.',
  points: `The points must be a whole number from 1 to ${MAX_CORRECTION}.`,
  reason: `The reason must be one of these: ${correctionEvents.join(', ')}.`,
  unknown_company: 'The country has no company with this number, id or tax number.',
  ambiguous_company: 'Several companies in the country have this number. Use the id.',
  blocked: 'The company is blocked or closed.',
  own_company: 'This is your own company. Ask a colleague to award it.',
  twice: 'The company is in the file twice with this reason. Only the first row is used.',
  repeated: `Another file has awarded the company the same points for this reason within ${AWARD_REPEAT_DAYS} days.`,
  changed: 'The company has changed since the check. Check the row again in a new import.',
} as const;
type Problem = keyof typeof sentences;

/** Reasons for rejecting rows, by problem. */
export const awardReasons = Object.fromEntries(
  Object.entries(sentences).map(([problem, reason]) => [problem, { problem, reason }]),
) as Readonly<Record<Problem, Reason>>;

export const reject = (index: number, problem: Problem): Rejection => ({
  index,
  ...awardReasons[problem],
});

/** Parses a row, or returns the reason why it is invalid. */
export function readAwardRow(index: number, fields: readonly string[]): AwardRow | Rejection {
  const [company = '', pointsText = '', reason = ''] = fields.map(normaliseLine);
  if (fields.length !== FIELD_COUNT) return reject(index, 'fields');
  if (company === '') return reject(index, 'company');
  const points = /^\d{1,9}$/.test(pointsText) ? Number(pointsText) : 0;
  if (points < 1 || points > MAX_CORRECTION) return reject(index, 'points');
  const event = correctionEvents.find((eventName) => eventName === reason.toLowerCase());
  return event === undefined ? reject(index, 'reason') : { index, company, points, event };
}
