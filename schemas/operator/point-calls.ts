import * as v from 'valibot';
import { uuid, wholeNumber } from '../primitives.ts';
import { defineOperatorCall, why } from './operator-call.ts';

/** Number of points that can be corrected for a company within a day without approval. */
export const MAX_POINTS_WITHOUT_APPROVAL = 1000;
/** Maximum points per correction. */
export const MAX_CORRECTION = 1_000_000;

/** Reasons for added points, shown to installers; deducted points always have the reason `other`. */
export const correctionEvents = [
  'other',
  'trainings',
  'online_training_participation',
  'satisfaction_score',
  'prioritisation_of_response_time',
  'installers_promotion_1',
  'installers_promotion_2',
  'installers_promotion_3',
  'installers_promotion_4',
] as const;
export type CorrectionEvent = (typeof correctionEvents)[number];

const correctOptions = {
  right: 'points.correct',
  scope: { record: 'company', in: 'params', field: 'id' },
  isAction: true,
  strength: 'recent',
  secondPerson: 'conditional',
} as const;

/** Null if the points were changed immediately. */
const result = v.object({ approval: v.nullable(uuid) });

/** Corrections of companies’ points. */
export const pointCalls = {
  correctPoints: defineOperatorCall(
    {
      id: 'correctPoints',
      method: 'POST',
      path: '/operator/v1/companies/{id}/corrections',
      summary:
        'Adds points to a company or takes points back. More than 1,000 within a day need a second person.',
      params: v.object({ id: uuid }),
      body: v.pipe(
        v.object({
          points: v.pipe(
            v.number(),
            v.integer(),
            v.minValue(-MAX_CORRECTION),
            v.maxValue(MAX_CORRECTION),
            v.notValue(0),
          ),
          event: v.picklist(correctionEvents),
          /** Number of corrections that the operator saw; any other number is a conflict. */
          corrections: wholeNumber,
          why,
        }),
        // Installers see all other events as reasons for receiving points.
        v.check(({ points, event }) => points > 0 || event === 'other'),
      ),
      result,
    },
    correctOptions,
  ),
  reverseCorrection: defineOperatorCall(
    {
      id: 'reverseCorrection',
      method: 'POST',
      path: '/operator/v1/companies/{id}/corrections/{line}/reverse',
      summary:
        'Reverses a correction by adding another line, once. More than 1,000 points within a day need a second person.',
      params: v.object({ id: uuid, line: uuid }),
      body: v.object({ why }),
      result,
    },
    correctOptions,
  ),
} as const;
