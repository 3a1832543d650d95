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
const editAt = (place: number) => `50000000-0000-4000-8000-${String(place).padStart(12, '0')}`;
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
  const known = { ...invited, ...changes };
  return { ...surveyFromWire(known), deleted: known.deleted };
};
const stepped = (row: SurveyRow, step: SurveyAction, opId = editAt(0)) =>
  nextSurvey(row, { type: 'stepped', step, opId, at: now });
const pull = (local: SurveyRow, row: SurveyRow) => nextSurvey(local, { type: 'pulled', row });
const restore = (row: SurveyRow, server: SurveyInvitation | null) =>
  nextSurvey(row, { type: 'restored', server });

describe('a step of a survey', () => {
  test.each(['open', 'later', 'complete', 'never'] as const)('%s is sent to the server', (step) => {
    const row = stepped(rowOf(), step);
    const previous = applySurveyAction(invited, step, now);
    expect(row).toMatchObject({ ...previous, op_id: editAt(0), state: 'waiting' });
    expect(surveyWire.nextRequest(row)).toEqual({
      call: 'updateSurvey',
      edit: editAt(0),
      params: { id: invited.uuid },
      body: { op_id: editAt(0), ...previous },
    });
  });

  test('overrides pulls until they include it', () => {
    const row = stepped(rowOf(), 'never');
    const others = rowOf({ op_id: editAt(901), delayed_to: later, updated_at: later });
    expect(pull(row, others)).toEqual({
      ...others,
      ...{ interacted_at: null, delayed_to: FAR_FUTURE, op_id: editAt(0), state: 'waiting' },
    });
    const known = rowOf({ op_id: editAt(0), delayed_to: FAR_FUTURE });
    expect(pull(row, known)).toBe(known);
  });

  test('is undone by a later edit, whether the server already has it or not', () => {
    const before = rowOf({ interacted_at: at });
    const { interacted_at, delayed_to } = before;
    const waiting = stepped(before, 'never');
    const sent = rowOf({ interacted_at, delayed_to: FAR_FUTURE, op_id: editAt(0) });
    for (const ended of [waiting, sent]) {
      const undone = nextSurvey(ended, {
        type: 'undone',
        previous: { interacted_at, delayed_to },
        opId: editAt(1),
      });
      expect(undone).toEqual({
        ...ended,
        ...{ interacted_at, delayed_to, op_id: editAt(1), state: 'waiting' },
      });
      expect(surveyWire.nextRequest(undone)).toMatchObject({
        edit: editAt(1),
        body: { op_id: editAt(1), interacted_at, delayed_to },
      });
    }
  });

  test('is dropped once the survey is deleted', () => {
    const waiting = stepped(rowOf(), 'open');
    const gone = rowOf({ deleted: true });
    expect(pull(waiting, gone)).toBe(gone);
    expect(surveyWire.nextRequest(gone)).toBeNull();
  });

  test('F43: or once the survey is missing on a restored server', () => {
    const waiting = stepped(rowOf(), 'open');
    const gone = restore(waiting, null);
    expect(gone).toEqual({ ...waiting, state: 'synced', deleted: true });
    expect(surveyWire.nextRequest(gone)).toBeNull();
  });

  test('stays on this device if the server rejects it', () => {
    const row = stepped(rowOf(), 'later');
    const refused = nextSurvey(row, { type: 'refused', edit: editAt(0), refusal });
    expect(refused).toEqual({ ...row, state: 'synced' });
  });

  test('F43: is resent to a server that lost it, and dropped by one without the survey', () => {
    const known = rowOf({ op_id: editAt(0), delayed_to: FAR_FUTURE });
    expect(restore(known, invited)).toEqual({ ...known, state: 'waiting' });
    expect(restore(known, { ...invited, op_id: editAt(0) })).toBe(known);
    expect(restore(known, { ...invited, updated_at: later })).toBe(known);
    const gone = restore(known, null);
    expect(gone).toEqual({ ...known, deleted: true });
    expect(restore(gone, null)).toBe(gone);
  });
});

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('stepped', 'accepted', 'refused', 'pulled', 'restored'),
    step: fc.constantFrom('open', 'later', 'complete', 'never'),
    /** Edits back from the latest; -1 for an edit of another device. */
    about: fc.integer({ min: -1, max: 2 }),
    deleted: fc.boolean(),
    updated_at: fc.constantFrom(at, later),
    hasServer: fc.boolean(),
  }),
  { maxLength: 10 },
);
type Step = ReturnType<typeof steps.generate>['value'][number];

function eventOf(
  { kind, step, about, deleted, updated_at, hasServer }: Step,
  made: string[],
): Parameters<typeof nextSurvey>[1] {
  const edit = made.at(-1 - about) ?? editAt(900);
  const previous = applySurveyAction(invited, step, now);
  const server = { ...invited, ...previous, op_id: edit, updated_at };
  switch (kind) {
    case 'stepped':
      made.push(editAt(made.length));
      return { type: kind, step, opId: made.at(-1) ?? '', at: now };
    case 'accepted':
      return { type: kind, edit, invitation: server };
    case 'refused':
      return { type: kind, edit, refusal };
    case 'pulled':
      return { type: kind, row: rowOf({ ...server, deleted }) };
    case 'restored':
      return { type: kind, server: hasServer ? server : null };
  }
}

/** Random event sequences of an invitation. */
const lives = steps.map((all) => {
  const made: string[] = [];
  let row = rowOf();
  return all.flatMap((one) => {
    if (one.kind === 'stepped' && row.deleted) return [];
    const before = row;
    const event = eventOf(one, made);
    row = nextSurvey(before, event);
    return [{ before, event, after: row }];
  });
});
type Moment = ReturnType<typeof lives.generate>['value'][number];
const always = (check: (moment: Moment) => void) =>
  fc.assert(
    fc.property(lives, (life) => life.forEach(check)),
    { numRuns: 500 },
  );

/** The server no longer has it; a restored server may never have had it. */
function isTakenAway(event: Moment['event']): boolean {
  if (event.type === 'restored') return event.server === null;
  return event.type === 'pulled' && event.row.deleted;
}

describe('any sequence of events', () => {
  test('keeps a step waiting unchanged until the server confirms or rejects it, or deletes the survey', () => {
    always(({ before, event, after }) => {
      if (before.state !== 'waiting' || event.type === 'stepped') return;
      const isOfThis = 'edit' in event && event.edit === before.op_id;
      const isKnown = event.type === 'pulled' && event.row.op_id === before.op_id;
      if (isOfThis || isKnown || isTakenAway(event)) return;
      const { op_id, state, interacted_at, delayed_to } = before;
      expect(after).toMatchObject({ op_id, state, interacted_at, delayed_to, deleted: false });
    });
  });

  test('leaves nothing of a deleted survey waiting', () => {
    always(({ event, after }) => {
      if (!isTakenAway(event)) return;
      expect([after.deleted, after.state]).toEqual([true, 'synced']);
    });
  });

  test('leaves it waiting exactly if its last edit is unsent', () => {
    always(({ after }) => {
      const edit = after.state === 'waiting' ? after.op_id : undefined;
      expect(surveyWire.nextRequest(after)?.edit).toBe(edit);
    });
  });

  test('a verdict on the sent edit ends sending', () => {
    always(({ after }) => {
      if (after.state !== 'waiting') return;
      const edit = after.op_id;
      const invitation = { ...invited, op_id: edit };
      const taken = nextSurvey(after, { type: 'accepted', edit, invitation });
      expect(taken).toEqual(rowOf(invitation));
      const refused = nextSurvey(after, { type: 'refused', edit, refusal });
      expect(surveyWire.nextRequest(refused)).toBeNull();
    });
  });

  test('a verdict on another edit changes nothing, and repeated events are idempotent', () => {
    always(({ before, event, after }) => {
      const isOfOther = 'edit' in event && event.edit !== before.op_id;
      expect(isOfOther ? after : before).toBe(before);
      if (event.type === 'stepped') return;
      expect(nextSurvey(after, event)).toEqual(after);
    });
  });
});
