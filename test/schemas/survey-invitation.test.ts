import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '#schemas/durations.ts';
import {
  applySurveyAction,
  isSurveyDue,
  isSurveyDone,
  type SurveyAction,
} from '#schemas/survey-status.ts';

const moment = fc.integer({ min: 1_600_000_000_000, max: 4_000_000_000_000 });
const steps = fc.array(fc.constantFrom<SurveyAction>('open', 'later', 'complete', 'never'));
type Timing = Parameters<typeof applySurveyAction>[0];
const fresh: Timing = { interacted_at: null, delayed_to: null };

test('after being opened or postponed, a survey is due again after exactly three days', () => {
  fc.assert(
    fc.property(
      steps,
      fc.constantFrom<SurveyAction>('open', 'later'),
      moment,
      (before, step, now) => {
        const timing = before.reduce<Timing>(
          (timing, action) => applySurveyAction(timing, action, now),
          fresh,
        );
        const after = applySurveyAction(timing, step, now);
        expect(isSurveyDue(after, now + 3 * DAY_MS - 1)).toBe(false);
        expect(isSurveyDue(after, now + 3 * DAY_MS)).toBe(true);
      },
    ),
  );
});

test('a completed or declined survey is never due again', () => {
  fc.assert(
    fc.property(
      steps,
      fc.constantFrom<SurveyAction>('complete', 'never'),
      moment,
      moment,
      (before, step, now, later) => {
        const timing = before.reduce<Timing>(
          (timing, action) => applySurveyAction(timing, action, now),
          fresh,
        );
        const after = applySurveyAction(timing, step, now);
        expect(isSurveyDone(after)).toBe(true);
        expect(isSurveyDue(after, later)).toBe(false);
        expect(step === 'complete' && after.interacted_at === null).toBe(false);
      },
    ),
  );
});

test('a new survey is due immediately', () => {
  fc.assert(fc.property(moment, (now) => isSurveyDue(fresh, now)));
});
