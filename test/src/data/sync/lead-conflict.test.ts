import { describe, expect, test } from 'vitest';
import type { LeadEdit } from '#schemas/lead-edit.ts';
import { hrefOf } from '#src/app/paths.ts';
import {
  isLeadUnavailable,
  isConflict,
  canRetry,
  rejectedChanges,
  rejectedParts,
  wasMoved,
} from '#src/data/sync/lead-conflict.ts';
import { leadRoute } from '#src/features/leads/queries.ts';
import { leadOf } from '#test/src/leads/lead-fixture.ts';

const today = '2026-05-04';
let editCount = 0;
const edit = (changes: Partial<LeadEdit>): LeadEdit => {
  editCount += 1;
  const op_id = `0199a1b2-0000-7000-8000-${String(editCount).padStart(12, '0')}`;
  return { op_id, base_op_id: op_id, time: 0, ...changes };
};
const rejectedLead = (code: string, edits: LeadEdit[], changes = {}) =>
  leadOf({ state: 'refused', refusal: { code, message: '' }, edits, ...changes });

describe('a rejected change', () => {
  test('was overtaken by a step or another person’s change, or was rejected for another reason', () => {
    const overtaken = ['lead_moved_on', 'move_not_allowed', 'conflict', 'date_too_early'].map(
      (code) => [isConflict(rejectedLead(code, [])), wasMoved(rejectedLead(code, []))],
    );
    expect(overtaken).toEqual([
      [true, true],
      [true, true],
      [true, false],
      [false, false],
    ]);
    expect(isLeadUnavailable(rejectedLead('lead_not_found', []))).toBe(true);
  });

  test('lists each part once, with its latest value', () => {
    const lead = rejectedLead('conflict', [
      edit({ NotesFromVELUXClub: 'first' }),
      edit({ expected_installation_date: '2026-06-01' }),
      edit({ NotesFromVELUXClub: 'second' }),
    ]);
    expect(rejectedParts(lead)).toEqual(['notes', 'date']);
    expect(rejectedChanges(lead)).toMatchObject({
      NotesFromVELUXClub: 'second',
      expected_installation_date: '2026-06-01',
    });
  });
});

describe('applying a rejected change again', () => {
  test('is offered if the rules still allow all its edits in order', () => {
    const steps = [edit({ status: 'interested' }), edit({ status: 'contacted' })];
    expect(canRetry(rejectedLead('lead_moved_on', steps), today)).toBe(true);
    expect(canRetry(rejectedLead('lead_moved_on', steps, { status: 'interested' }), today)).toBe(
      false,
    );
    expect(canRetry(rejectedLead('conflict', [edit({ NotesFromVELUXClub: 'x' })]), today)).toBe(
      true,
    );
  });

  test('isn’t offered for an expired or missing lead, or a past day', () => {
    const move = [edit({ status: 'interested' })];
    expect(canRetry(rejectedLead('lead_moved_on', move, { status: 'time-out' }), today)).toBe(
      false,
    );
    expect(canRetry(rejectedLead('lead_not_found', move), today)).toBe(false);
    const pastDate = [edit({ expected_installation_date: '2026-05-03' })];
    expect(canRetry(rejectedLead('conflict', pastDate), today)).toBe(false);
    expect(canRetry(leadOf({ edits: move, state: 'waiting' }), today)).toBe(false);
  });
});

describe('a lead is opened', () => {
  const project_id = '0199a1b2-0000-7000-8000-00000000000f';
  const { uuid } = leadOf();
  const routeOf = (lead: Parameters<typeof leadOf>[0]) => hrefOf(leadRoute(leadOf(lead)));

  test('at its steps, at its project, or in the archive', () => {
    expect(routeOf({ status: 'contacted' })).toBe(`/leads/${uuid}`);
    expect(routeOf({ status: 'agreed', project_id })).toBe(`/projects/${project_id}`);
    expect(routeOf({ status: 'closed', project_id })).toBe(`/projects/${project_id}`);
    expect(routeOf({ status: 'expired-agreement', project_id })).toBe(`/leads/${uuid}/archive`);
  });

  test('as a lead while a decision is pending or its project is unknown', () => {
    expect(routeOf({ status: 'agreed', project_id, state: 'refused' })).toBe(`/leads/${uuid}`);
    expect(routeOf({ status: 'agreed' })).toBe(`/leads/${uuid}`);
  });
});
