import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  expiredStatusOf,
  leadGroupOf,
  leadSteps,
  isExpiredOrLost,
  isFinal,
  isNegative,
  type LeadActor,
  leadGroups,
  type LeadStatus,
  leadStatuses,
  canMove,
  nextStatuses,
  leadViewOf,
  rejectionMove,
  nextStep,
} from '#schemas/lead-status.ts';

const actors: readonly LeadActor[] = ['installer', 'system', 'operator'];

/** Attempts to move a new lead, by random actors to random statuses. */
const moves = fc.array(
  fc.record({ actor: fc.constantFrom(...actors), to: fc.constantFrom(...leadStatuses) }),
  { minLength: 1, maxLength: 60 },
);

function applyMoves(steps: readonly { actor: LeadActor; to: LeadStatus }[]): LeadStatus[] {
  let status: LeadStatus = 'new';
  const path: LeadStatus[] = [status];
  for (const { actor, to } of steps) {
    if (!canMove(status, to, actor)) continue;
    status = to;
    path.push(status);
  }
  return path;
}

test('the statuses are the fifteen of the specification', () => {
  expect(leadStatuses).toHaveLength(15);
  expect(new Set(leadStatuses).size).toBe(15);
});

describe('any number of moves by anyone', () => {
  test('make only transitions that the state machine allows', () => {
    fc.assert(
      fc.property(moves, (steps) => {
        const path = applyMoves(steps);
        for (const [index, status] of path.slice(1).entries()) {
          const before = path[index] ?? 'new';
          expect(actors.some((actor) => nextStatuses(before, actor).includes(status))).toBe(true);
        }
      }),
    );
  });

  test('leave a final lead unchanged, except that an agreed lead follows its project, or is lost if the customer cancels', () => {
    fc.assert(
      fc.property(moves, (steps) => {
        const path = applyMoves(steps);
        const index = path.findIndex(isFinal);
        if (index < 0) return;
        const next = path.slice(index + 1, index + 2);
        const ends: LeadStatus[] =
          path[index] === 'agreed' ? ['closed', 'expired-agreement', 'lost'] : [];
        expect(next.filter((status) => !ends.includes(status))).toEqual([]);
      }),
    );
  });

  test('lead to “agreed” only through all earlier steps', () => {
    fc.assert(
      fc.property(moves, (steps) => {
        const path = applyMoves(steps);
        const index = path.indexOf('agreed');
        if (index < 0) return;
        expect(path.slice(index - 3, index + 1)).toEqual(leadSteps);
      }),
    );
  });
});

test('an installer can’t return to an earlier step, so work on a lead always ends', () => {
  const reachable = (status: LeadStatus): LeadStatus[] => [
    status,
    ...nextStatuses(status).flatMap((next) => reachable(next)),
  ];
  expect(new Set(reachable('new'))).toEqual(
    new Set([
      'new',
      'interested',
      'not-interested',
      'contacted',
      'contact-unsuccessful',
      'agreed',
      'not-agreed',
      'lost',
    ]),
  );
});

test.each(leadStatuses)(
  '%s can be reached, and no lead can move to its current status',
  (status) => {
    const isReached = leadStatuses.some((from) =>
      actors.some((actor) => canMove(from, status, actor)),
    );
    expect(isReached).toBe(true);
    expect(actors.some((actor) => canMove(status, status, actor))).toBe(false);
  },
);

test('every status is in exactly one group, and in at most one of the kinds of ended leads', () => {
  const open = leadStatuses.filter((status) => leadGroupOf(status) === 'open');
  expect(open).toEqual(['new', 'interested', 'contacted']);
  for (const status of leadStatuses) {
    expect(leadGroups).toContain(leadGroupOf(status));
    expect(isNegative(status) && isExpiredOrLost(status)).toBe(false);
    expect(leadGroupOf(status) === 'other').toBe(isNegative(status) || isExpiredOrLost(status));
  }
});

test('negative, expired and final statuses match the specification', () => {
  expect(leadStatuses.filter(isNegative)).toEqual([
    'not-interested',
    'contact-unsuccessful',
    'not-agreed',
    'rejected',
    'rejected-by-installer',
  ]);
  expect(leadStatuses.filter(isExpiredOrLost)).toEqual([
    'time-out',
    'lost',
    'expired-interest',
    'expired-contact',
    'expired-agreement',
  ]);
  expect(leadStatuses.filter(isFinal)).toEqual(['agreed', 'closed', 'rejected', 'time-out']);
});

test('a lead’s view depends on its status', () => {
  const statusesIn = (view: string) => leadStatuses.filter((status) => leadViewOf(status) === view);
  expect(statusesIn('steps')).toEqual(['new', 'interested', 'contacted']);
  expect(statusesIn('project')).toEqual(['agreed', 'closed']);
  expect(statusesIn('archive')).toHaveLength(10);
});

test('each step except the last has a next step; other statuses have none', () => {
  expect(leadSteps.map(nextStep)).toEqual(['interested', 'contacted', 'agreed', null]);
  for (const status of leadStatuses) {
    expect([null, nextStatuses(status)[0]]).toContain(nextStep(status));
  }
  expect(nextStep('lost')).toBeNull();
});

test('a new lead is rejected immediately, and a lead in a later status is lost with a reason', () => {
  expect(rejectionMove('new')).toEqual({ to: 'not-interested', needsReasons: false });
  expect(rejectionMove('interested')).toEqual({ to: 'lost', needsReasons: true });
  expect(rejectionMove('contacted')).toEqual({ to: 'lost', needsReasons: true });
  expect(rejectionMove('agreed')).toEqual({ to: 'lost', needsReasons: true });
  const others = leadStatuses.filter(
    (status) => !['open', 'scheduled'].includes(leadGroupOf(status)),
  );
  expect(others.map(rejectionMove).filter(Boolean)).toEqual([]);
});

test('leads expire into the specified statuses, which the state machine allows', () => {
  expect(Object.fromEntries(leadSteps.map((step) => [step, expiredStatusOf(step)]))).toEqual({
    new: 'time-out',
    interested: 'expired-interest',
    contacted: 'expired-contact',
    agreed: 'expired-agreement',
  });
  for (const status of leadStatuses) {
    const to = expiredStatusOf(status);
    expect(to === null || canMove(status, to, 'system')).toBe(true);
  }
});
