import { describe, expect, it } from 'vitest';
import {
  closingOutcome,
  closingState,
  isDeletable,
  isEmpty,
  wasLostByServer,
  projectPoints,
  displayedStatus,
  countInReview,
} from '#src/features/projects/project-points.ts';
import { pointRulesWith } from './point-rules-fixture.ts';

const pointRules = pointRulesWith({ pointsOfType: { GGL: 100 } });

const product = (state: 'sent' | 'waiting' | 'refused', type: string) => ({
  state,
  type,
  time: 0,
  serial_number: '24AAAAAA',
  imageIdxDB: null,
  image_data: null,
  replaced_photo: null,
  campaign: null,
});

const project = (id: 1 | 2 | 3 | 4 | 5) => ({
  status: { id },
  available_points: 300,
  max_points: 300,
  calculated_available_points: 120,
  calculated_max_points: 200,
});

describe('the displayed status', () => {
  it('is in progress for a scheduled project with its first scan on this device', () => {
    expect(displayedStatus(project(4), 0)).toBe(4);
    expect(displayedStatus(project(4), 1)).toBe(1);
    for (const id of [1, 2, 3, 5] as const) expect(displayedStatus(project(id), 1)).toBe(id);
  });
});

describe("a project's points", () => {
  it('are calculated while it is open, and then frozen', () => {
    expect(projectPoints(project(1), [], pointRules)).toMatchObject({ available: 120, max: 200 });
    expect(projectPoints(project(2), [], pointRules)).toMatchObject({ available: 300, max: 300 });
  });

  it('show unsent products separately, and never count rejected ones', () => {
    const products = [
      product('sent', 'GGL'),
      product('waiting', 'GGL'),
      product('waiting', 'NEW'),
      product('refused', 'GGL'),
    ];
    expect(projectPoints(project(4), products, pointRules)).toEqual({
      available: 120,
      max: 200,
      unsentCount: 2,
      unsentPoints: 100,
      waitsForReview: false,
      rejectedCount: 1,
    });
  });
});

describe('a project without products', () => {
  const open = {
    closing: null,
    refusal: null,
    unbegun: false,
    state: 'synced',
    products_count: 0,
    lead: null,
    awaits_lead: null,
  } as const;

  it('is empty if neither this device nor the server has any', () => {
    expect(isEmpty(open, 0)).toBe(true);
    expect(isEmpty(open, 1)).toBe(false);
    expect(isEmpty({ ...open, products_count: 2 }, 0)).toBe(false);
    expect(isEmpty({ ...open, products_count: 2, unbegun: true }, 0)).toBe(true);
  });

  it('can be deleted unless it has a customer or is being closed', () => {
    expect(isDeletable(open, 0)).toBe(true);
    expect(isDeletable(open, 1)).toBe(false);
    expect(isDeletable({ ...open, awaits_lead: 'lead' }, 0)).toBe(false);
    const closing = { uuid: 'c', response: [], released: false };
    expect(isDeletable({ ...open, closing }, 0)).toBe(false);
    // A project that the server lost no longer waits for its lead.
    const refusal = { code: 'project_not_found' as const, message: '' };
    expect(isDeletable({ ...open, awaits_lead: 'lead', refusal }, 0)).toBe(true);
  });
});

it('only products that the server has count as in review', () => {
  const products = [
    { state: 'sent', flag: 'in_review' },
    { state: 'sent', flag: 'valid' },
    { state: 'waiting', flag: 'in_review' },
  ] as const;
  expect(countInReview(products)).toBe(1);
});

describe('a project lost by the server (F43)', () => {
  const refusal = { code: 'project_not_found', message: '' };
  it('counts as lost, but not if only its closing was rejected', () => {
    const closing = { uuid: 'c', response: [], released: false };
    const lostState = { closing: null, refusal, unbegun: false };
    expect(wasLostByServer(lostState)).toBe(true);
    expect(wasLostByServer({ ...lostState, closing })).toBe(false);
    expect(wasLostByServer({ ...lostState, refusal: null })).toBe(false);
    expect(wasLostByServer({ ...lostState, unbegun: true })).toBe(false);
  });
});

describe('a closing', () => {
  const heldClosing = { uuid: 'c', response: [], released: false };
  const refusal = { code: 'survey_incomplete', message: '' };
  it.each([
    ['none', { closing: null, state: 'synced', refusal: null, unbegun: false }, 0],
    ['waiting', { closing: heldClosing, state: 'waiting', refusal: null, unbegun: false }, 0],
    ['blocked', { closing: heldClosing, state: 'waiting', refusal: null, unbegun: false }, 1],
    [
      'sending',
      {
        closing: { ...heldClosing, released: true },
        state: 'waiting',
        refusal: null,
        unbegun: false,
      },
      0,
    ],
    ['refused', { closing: heldClosing, state: 'refused', refusal, unbegun: false }, 0],
    ['waiting', { closing: heldClosing, state: 'refused', refusal, unbegun: true }, 0],
  ] as const)('is %s', (state, of, rejectedCount) => {
    const closing = of.closing && { ...of.closing, response: [] };
    expect(closingState({ ...of, closing }, { rejectedCount })).toBe(state);
  });

  it('is announced only when the project closes or goes into review', () => {
    const outcome = (before: 1 | 2 | 3 | 4 | 5, after: 1 | 2 | 3 | 4 | 5) =>
      closingOutcome({ status: { id: before } }, { status: { id: after } });
    expect(outcome(1, 2)).toBe('closed');
    expect(outcome(4, 5)).toBe('in_review');
    expect(outcome(5, 2)).toBe('closed');
    expect(outcome(1, 3)).toBeNull();
    expect(([1, 2, 3, 4, 5] as const).map((status) => outcome(status, status))).toEqual(
      Array.from({ length: 5 }, () => null),
    );
  });
});
