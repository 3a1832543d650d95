import * as v from 'valibot';
import { day } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { defineOperatorCall } from './operator-call.ts';

/** Report subjects with their figures, in display order. */
export const reportFigures = {
  points: ['opening', 'earned', 'spent', 'expired', 'corrected', 'closing'],
  companies: ['registered', 'total'],
  projects: ['added', 'closed'],
  products: ['added', 'accepted', 'rejected', 'photos_requested', 'review_minutes'],
  orders: ['placed', 'in_progress', 'done', 'rejected', 'points'],
  leads: ['requests', 'offered', 'open', 'scheduled', 'completed', 'other'],
  support: ['chats', 'messages', 'answers', 'answer_minutes'],
} as const;
export type ReportSubject = keyof typeof reportFigures;
export type ReportFigure<S extends ReportSubject = ReportSubject> =
  (typeof reportFigures)[S][number];

/** The figure of each subject that is also charted for each day of a month, or each month of a year. */
export const chartedFigures = {
  points: 'earned',
  companies: 'registered',
  projects: 'added',
  products: 'added',
  orders: 'placed',
  leads: 'offered',
  support: 'chats',
} as const satisfies { readonly [S in ReportSubject]: ReportFigure<S> };

/** A year or a month, such as `2026` and `2026-11`. */
export const reportPeriod = v.pipe(
  v.string(),
  v.regex(/^20\d\d(-(0[1-9]|1[0-2]))?$/),
  v.maxLength(7),
);
/** The period to compare with: the previous one, or the same months a year earlier. */
export const reportComparisons = ['before', 'year_before'] as const;

const bounds = v.object({ from: day, /** The last day is included. */ until: day });
const figure = v.object({
  figure: v.string(),
  /** Null for a median without any values. Spent and expired points are negative. */
  value: v.nullable(v.pipe(v.number(), v.integer())),
  /** The same figure in the other period. */
  compared: v.nullable(v.pipe(v.number(), v.integer())),
});

const subject = v.picklist(Object.keys(reportFigures) as ReportSubject[]);
const stepValues = v.array(v.pipe(v.number(), v.integer()));
const series = v.object({
  subject,
  figure: v.string(),
  /** One value for each day or month of the period. Future steps are omitted. */
  values: stepValues,
  /** The values of the period to compare with. */
  compared: stepValues,
});

/** Sums and counts of a country. */
export const reportCalls = {
  readReport: defineOperatorCall(
    {
      id: 'readReport',
      method: 'GET',
      path: '/operator/v1/reports',
      summary:
        'Returns a country’s figures for a month or year, compared with another period. Days are in the country’s time zone. Orders, leads and chats count in the period in which they were created, with their current state.',
      query: v.object({
        region: regionId,
        period: reportPeriod,
        against: v.optional(v.picklist(reportComparisons)),
      }),
      result: v.object({
        period: bounds,
        compared: bounds,
        subjects: v.array(
          v.object({
            subject,
            figures: v.array(figure),
          }),
        ),
        /** Days of a month, or months of a year. */
        step: v.picklist(['day', 'month']),
        series: v.array(series),
      }),
    },
    { right: 'reports.read', scope: 'list' },
  ),
} as const;
