import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#schemas/durations.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import type { OrderDocument } from '#schemas/order.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { SurveyInvitationDocument } from '#schemas/survey-invitation.ts';
import type { RegionalClock } from '#src/data/time/time-left.ts';
import { type TodoSource, listTodos } from '#src/features/home/todos.ts';
import { unsentCounts } from '#sync/outbox/counts.ts';

const clock: RegionalClock = { now: Date.parse('2026-11-20T10:00:00.000Z'), region: 'PL' };
const inDays = (days: number) => new Date(clock.now + days * DAY_MS).toISOString();

// Only the fields that to-dos use.
const project = (uuid: string, days: number, points = 95) =>
  ({
    uuid,
    expires_at: inDays(days),
    closing: null,
    refusal: null,
    state: 'synced',
    calculated_max_points: points,
  }) as ProjectDocument;
const lead = (uuid: string, days: number, status: LeadDocument['status'] = 'new') =>
  ({ uuid, status, expires_on: inDays(days) }) as LeadDocument;
const voucher = (uuid: string, days: number) =>
  ({ uuid, meta: { usable_until: inDays(days) } }) as OrderDocument;
const survey = (uuid: string, delayed: number | null) =>
  ({ uuid, delayed_to: delayed === null ? null : inDays(delayed) }) as SurveyInvitationDocument;

const emptySource: TodoSource = {
  unsent: unsentCounts({}),
  projects: [],
  unsentCountOf: () => 0,
  leads: [],
  vouchers: [],
  dismissedVoucherIds: [],
  pointsToExpire: 0,
  email: null,
  card: null,
  needsAcceptance: false,
  surveys: [],
};
/** One to-do of each kind. */
const all: TodoSource = {
  ...emptySource,
  unsent: unsentCounts({ scan: { captured: 2, waiting: 3, refused: 1 } }),
  projects: [project('p', 4)],
  leads: [lead('l', 0.3)],
  vouchers: [voucher('v', 12)],
  pointsToExpire: 120,
  email: { email: 'ada@example.com', isNew: false },
  card: { isPending: true },
  needsAcceptance: true,
  surveys: [survey('s', null)],
};
const kindsOf = (facts: Partial<TodoSource>) =>
  listTodos({ ...emptySource, ...facts }, clock).map(({ kind }) => kind);

test('the list is empty without to-dos, or before they are known', () => {
  expect(kindsOf({})).toEqual([]);
  expect(kindsOf({ unsent: null })).toEqual([]);
});

test('one to-do of each kind is sorted by its deadline', () => {
  expect(kindsOf(all)).toEqual([
    'rejected',
    'lead',
    'captured',
    'acceptance',
    'project',
    'unsent',
    'voucher',
    'email',
    'card',
    'survey',
    'points',
  ]);
});

describe('the list has no to-do for', () => {
  test('a project with time left, without points, submitted, or ended', () => {
    const submittedProject = {
      ...project('p', 3),
      closing: { uuid: 'c', response: [], released: false },
    };
    const dueProjects = [project('a', 9), project('b', 3, 0), submittedProject, project('c', -1)];
    expect(kindsOf({ projects: dueProjects })).toEqual([]);
    expect(kindsOf({ projects: [project('b', 3, 0)], unsentCountOf: () => 1 })).toEqual([
      'project',
    ]);
  });

  test('a lead that has expired, or is at a later step with days left; but a new lead is always listed', () => {
    expect(kindsOf({ leads: [lead('a', -1), lead('b', 5, 'contacted')] })).toEqual([]);
    expect(kindsOf({ leads: [lead('a', 2, 'contacted'), lead('b', 6)] })).toEqual(['lead', 'lead']);
  });

  test('a voucher that is valid for longer, has expired, or was dismissed', () => {
    const vouchers = [voucher('a', 31), voucher('b', -1), voucher('c', 5)];
    expect(kindsOf({ vouchers })).toEqual(['voucher']);
    expect(kindsOf({ vouchers, dismissedVoucherIds: ['c'] })).toEqual([]);
  });

  test('a postponed survey; if several are due, the newest is shown', () => {
    expect(kindsOf({ surveys: [survey('a', 1)] })).toEqual([]);
    const dueTodos = listTodos(
      { ...emptySource, surveys: [survey('a', null), survey('b', -1)] },
      clock,
    );
    expect(dueTodos.map(({ id }) => id)).toEqual(['a']);
  });
});

test('unsent work is counted once: rejected, without a project, and being sent', () => {
  const kinds = { scan: { captured: 2, waiting: 3, refused: 1 }, lead: { waiting: 1 } };
  const countedTodos = listTodos({ ...emptySource, unsent: unsentCounts(kinds, 2) }, clock);
  expect(countedTodos).toMatchObject([
    { kind: 'rejected', count: 1 },
    { kind: 'captured', count: 2 },
    { kind: 'unsent', count: 4 },
  ]);
  expect(kindsOf({ unsent: unsentCounts({ reading: { waiting: 2 } }) })).toEqual([]);
});

const days = fc.integer({ min: -3, max: 40 });
const randomItems = <Thing>(make: (id: string, days: number) => Thing, name: string) =>
  fc
    .array(days, { maxLength: 6 })
    .map((dayList) => dayList.map((one, place) => make(`${name}${place}`, one)));
const facts = fc.record<TodoSource>({
  unsent: fc.constantFrom(null, emptySource.unsent, all.unsent),
  projects: randomItems(project, 'p'),
  unsentCountOf: fc.constant(() => 0),
  leads: randomItems(lead, 'l'),
  vouchers: randomItems(voucher, 'v'),
  dismissedVoucherIds: fc.constantFrom([], ['v1', 'v3']),
  pointsToExpire: fc.constantFrom(0, 120),
  email: fc.constantFrom(null, all.email),
  card: fc.constantFrom(null, all.card),
  needsAcceptance: fc.boolean(),
  surveys: randomItems(survey, 's'),
});
const reverseAll = (one: TodoSource): TodoSource => ({
  ...one,
  projects: one.projects.toReversed(),
  leads: one.leads.toReversed(),
  vouchers: one.vouchers.toReversed(),
});

describe('the list', () => {
  test('has each to-do once, with rejected work first', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const ids = listTodos(one, clock).map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.indexOf('rejected')).toBeLessThanOrEqual(0);
      }),
    );
  });

  test('has earlier deadlines before later ones', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const ends = listTodos(one, clock).flatMap((todo) =>
          'until' in todo ? [Date.parse(todo.until)] : [],
        );
        expect(ends).toEqual(ends.toSorted((a, b) => a - b));
        expect(ends.every((end) => end > clock.now)).toBe(true);
      }),
    );
  });

  test('is the same for any input order', () => {
    fc.assert(
      fc.property(facts, (one) => {
        expect(listTodos(reverseAll(one), clock)).toEqual(listTodos(one, clock));
      }),
    );
  });

  test('keeps the order of the remaining to-dos when one is removed', () => {
    fc.assert(
      fc.property(facts, fc.nat(5), (one, place) => {
        const before = listTodos(one, clock).map(({ id }) => id);
        const dueProjects = one.projects[place]?.uuid;
        const projects = one.projects.filter(({ uuid }) => uuid !== dueProjects);
        const after = listTodos({ ...one, projects }, clock).map(({ id }) => id);
        expect(after).toEqual(before.filter((id) => id !== dueProjects));
      }),
    );
  });
});
