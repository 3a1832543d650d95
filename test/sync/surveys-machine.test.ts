import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { surveyFromWire } from '#schemas/from-wire.ts';
import type { SurveyInvitation } from '#schemas/survey-invitation.ts';
import { applySurveyAction, FAR_FUTURE, type SurveyAction } from '#schemas/survey-status.ts';
import { nextSurvey } from '#sync/entities/surveys/machine.ts';
import { type SurveyRow, surveyWire } from '#sync/entities/surveys/survey-row.ts';

const at = '2026-05-04T10:00:00.000Z';
const later = '2026-05-05T10:00:00.000Z';
const now = Date.parse(later);
/** Ordered edits, so that server events often concern the last or an earlier one. */
const editAt = (index: number) => `50000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const refusal = { code: 'invalid_input', message: '' };
const invited: SurveyInvitation = {
  uuid: '40000000-0000-4000-8000-000000000001',
  op_id: editAt(900),
  created_at: at,
  updated_at: at,
  deleted: false,
  interacted_at: null,
  delayed_to: null,
  survey_configuration: {
    survey_key: 'windows-2026',
    languages: { en: { title: 'Windows', tagline: 'Three questions', lang: 'en' } },
  },
};
const rowOf = (changes: Partial<SurveyInvitation> = {}): SurveyRow => {
  const invitation = { ...invited, ...changes };
  return { ...surveyFromWire(invitation), deleted: invitation.deleted };
};
const applyAction = (row: SurveyRow, action: SurveyAction, opId = editAt(0)) =>
  nextSurvey(row, { type: 'step_taken', step: action, opId, at: now });
const pull = (local: SurveyRow, row: SurveyRow) => nextSurvey(local, { type: 'pulled', row });
const restore = (row: SurveyRow, server: SurveyInvitation | null) =>
  nextSurvey(row, { type: 'restored', server });

describe('a step of a survey', () => {
  test.each(['open', 'later', 'complete', 'never'] as const)(
    '%s is sent to the server',
    (action) => {
      const row = applyAction(rowOf(), action);
      const answered = applySurveyAction(invited, action, now);
      expect(row).toMatchObject({ ...answered, op_id: editAt(0), state: 'waiting' });
      expect(surveyWire.nextRequest(row)).toEqual({
        call: 'updateSurvey',
        edit: editAt(0),
        params: { id: invited.uuid },
        body: { op_id: editAt(0), ...answered },
      });
    },
  );

  test('overrides pulls until they include it', () => {
    const row = applyAction(rowOf(), 'never');
    const changedElsewhere = rowOf({ op_id: editAt(901), delayed_to: later, updated_at: later });
    expect(pull(row, changedElsewhere)).toEqual({
      ...changedElsewhere,
      interacted_at: null,
      delayed_to: FAR_FUTURE,
      op_id: editAt(0),
      state: 'waiting',
    });
    const sentRow = rowOf({ op_id: editAt(0), delayed_to: FAR_FUTURE });
    expect(pull(row, sentRow)).toBe(sentRow);
  });

  test('is undone by a later edit, whether the server already has it or not', () => {
    const before = rowOf({ interacted_at: at });
    const { interacted_at, delayed_to } = before;
    const waitingRow = applyAction(before, 'never');
    const sentRow = rowOf({ interacted_at, delayed_to: FAR_FUTURE, op_id: editAt(0) });
    for (const row of [waitingRow, sentRow]) {
      const undone = nextSurvey(row, {
        type: 'undone',
        previous: { interacted_at, delayed_to },
        opId: editAt(1),
      });
      expect(undone).toEqual({
        ...row,
        interacted_at,
        delayed_to,
        op_id: editAt(1),
        state: 'waiting',
      });
      expect(surveyWire.nextRequest(undone)).toMatchObject({
        edit: editAt(1),
        body: { op_id: editAt(1), interacted_at, delayed_to },
      });
    }
  });

  test('is dropped once the survey has been deleted', () => {
    const waitingRow = applyAction(rowOf(), 'open');
    const removedRow = rowOf({ deleted: true });
    expect(pull(waitingRow, removedRow)).toBe(removedRow);
    expect(surveyWire.nextRequest(removedRow)).toBeNull();
  });

  test('F43: is dropped once the survey is missing on a restored server', () => {
    const waitingRow = applyAction(rowOf(), 'open');
    const removedRow = restore(waitingRow, null);
    expect(removedRow).toEqual({ ...waitingRow, state: 'synced', deleted: true });
    expect(surveyWire.nextRequest(removedRow)).toBeNull();
  });

  test('stays on this device if the server rejects it', () => {
    const row = applyAction(rowOf(), 'later');
    const rejectedRow = nextSurvey(row, { type: 'rejected', edit: editAt(0), refusal });
    expect(rejectedRow).toEqual({ ...row, state: 'synced' });
  });

  test('F43: is resent to a server that lost the step, and deleted if the server lost the survey', () => {
    const sentRow = rowOf({ op_id: editAt(0), delayed_to: FAR_FUTURE });
    expect(restore(sentRow, invited)).toEqual({ ...sentRow, state: 'waiting' });
    expect(restore(sentRow, { ...invited, op_id: editAt(0) })).toBe(sentRow);
    expect(restore(sentRow, { ...invited, updated_at: later })).toBe(sentRow);
    const removedRow = restore(sentRow, null);
    expect(removedRow).toEqual({ ...sentRow, deleted: true });
    expect(restore(removedRow, null)).toBe(removedRow);
  });
});

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('step_taken', 'accepted', 'rejected', 'pulled', 'restored'),
    action: fc.constantFrom('open', 'later', 'complete', 'never'),
    /** Number of edits back from the latest; -1 for an edit from another device. */
    editIndex: fc.integer({ min: -1, max: 2 }),
    deleted: fc.boolean(),
    updated_at: fc.constantFrom(at, later),
    hasServer: fc.boolean(),
  }),
  { maxLength: 10 },
);
type Step = ReturnType<typeof steps.generate>['value'][number];

function eventOf(
  { kind, action, editIndex, deleted, updated_at, hasServer }: Step,
  editIds: string[],
): Parameters<typeof nextSurvey>[1] {
  const edit = editIds.at(-1 - editIndex) ?? editAt(900);
  const answered = applySurveyAction(invited, action, now);
  const server = { ...invited, ...answered, op_id: edit, updated_at };
  switch (kind) {
    case 'step_taken':
      editIds.push(editAt(editIds.length));
      return { type: kind, step: action, opId: editIds.at(-1) ?? '', at: now };
    case 'accepted':
      return { type: kind, edit, invitation: server };
    case 'rejected':
      return { type: kind, edit, refusal };
    case 'pulled':
      return { type: kind, row: rowOf({ ...server, deleted }) };
    case 'restored':
      return { type: kind, server: hasServer ? server : null };
  }
}

/** Random event sequences of an invitation. */
const histories = steps.map((all) => {
  const editIds: string[] = [];
  let row = rowOf();
  return all.flatMap((one) => {
    if (one.kind === 'step_taken' && row.deleted) return [];
    const before = row;
    const event = eventOf(one, editIds);
    row = nextSurvey(before, event);
    return [{ before, event, after: row }];
  });
});
type Moment = ReturnType<typeof histories.generate>['value'][number];
const forEveryMoment = (check: (moment: Moment) => void) =>
  fc.assert(
    fc.property(histories, (history) => history.forEach(check)),
    { numRuns: 500 },
  );

/** The server no longer has it; a restored server may never have had it. */
function isRemoval(event: Moment['event']): boolean {
  if (event.type === 'restored') return event.server === null;
  return event.type === 'pulled' && event.row.deleted;
}

describe('any sequence of events', () => {
  test('keeps a step waiting unchanged until the server confirms or rejects it, or deletes the survey', () => {
    forEveryMoment(({ before, event, after }) => {
      if (before.state !== 'waiting' || event.type === 'step_taken') return;
      const isForThisEdit = 'edit' in event && event.edit === before.op_id;
      const isKnown = event.type === 'pulled' && event.row.op_id === before.op_id;
      if (isForThisEdit || isKnown || isRemoval(event)) return;
      const { op_id, state, interacted_at, delayed_to } = before;
      expect(after).toMatchObject({ op_id, state, interacted_at, delayed_to, deleted: false });
    });
  });

  test('leaves nothing waiting for a deleted survey', () => {
    forEveryMoment(({ event, after }) => {
      if (!isRemoval(event)) return;
      expect([after.deleted, after.state]).toEqual([true, 'synced']);
    });
  });

  test('leaves the survey waiting if, and only if, its last edit is unsent', () => {
    forEveryMoment(({ after }) => {
      const edit = after.state === 'waiting' ? after.op_id : undefined;
      expect(surveyWire.nextRequest(after)?.edit).toBe(edit);
    });
  });

  test('a verdict on the sent edit ends sending', () => {
    forEveryMoment(({ after }) => {
      if (after.state !== 'waiting') return;
      const edit = after.op_id;
      const invitation = { ...invited, op_id: edit };
      const acceptedRow = nextSurvey(after, { type: 'accepted', edit, invitation });
      expect(acceptedRow).toEqual(rowOf(invitation));
      const rejectedRow = nextSurvey(after, { type: 'rejected', edit, refusal });
      expect(surveyWire.nextRequest(rejectedRow)).toBeNull();
    });
  });

  test('a verdict on another edit changes nothing, and repeated events are idempotent', () => {
    forEveryMoment(({ before, event, after }) => {
      const isForOtherEdit = 'edit' in event && event.edit !== before.op_id;
      expect(isForOtherEdit ? after : before).toBe(before);
      if (event.type === 'step_taken') return;
      expect(nextSurvey(after, event)).toEqual(after);
    });
  });
});
