import { setupI18n } from '@lingui/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ledgerBalance, pointEvents, signedPoints, variation } from '#schemas/ledger.ts';
import { reasonText } from '#src/features/balance/ledger-lines.ts';
import {
  adjacentPeriod,
  createStatement,
  periodAt,
  periodLengths,
  toCsv,
} from '#src/features/balance/statement.ts';

const START = Date.parse('2024-11-01T00:00:00.000Z');
const END = Date.parse('2027-02-01T00:00:00.000Z');

const companyEntry = fc.record({
  uuid: fc.uuid(),
  created_at: fc.integer({ min: START, max: END }).map((time) => new Date(time).toISOString()),
  event: fc.constantFrom(...pointEvents),
  points: fc.integer({ min: 0, max: 5000 }),
  variation: fc.constantFrom(...variation.options),
  project_uuid: fc.constant(null),
  order_uuid: fc.option(fc.uuid()),
  campaign: fc.option(
    fc.record({ id: fc.constantFrom('may', 'june'), name_translated: fc.constant({}) }),
  ),
});
const people = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
/** An entry with random shares of the people, including shares of opposite sign. */
const entry = companyEntry.chain((base) =>
  fc.array(fc.integer({ min: -500, max: 500 }), { maxLength: people.length }).map((shares) => ({
    ...base,
    people: shares.map((points, index) => ({ uuid: people[index] ?? '', points })),
  })),
);
const entries = fc.uniqueArray(entry, { selector: ({ uuid }) => uuid, maxLength: 60 });
const length = fc.constantFrom(...periodLengths);
const day = fc
  .integer({ min: START, max: END })
  .map((time) => new Date(time).toISOString().slice(0, 10));

const company = { region: 'PL', personId: null } as const;
const onePerson = fc.constantFrom(null, ...people);

test('opening plus all changes is the closing balance', () => {
  fc.assert(
    fc.property(entries, length, day, onePerson, (ledger, periodLength, anyDay, personId) => {
      const { opening, earned, spent, expired, corrected, closing, lines } = createStatement(
        ledger,
        { ...company, personId, period: periodAt(periodLength, anyDay) },
      );
      const earnedSum = earned.reduce((all, { points }) => all + points, 0);
      expect(opening + earnedSum + spent + expired + corrected).toBe(closing);
      expect(lines.at(-1)?.balance ?? opening).toBe(closing);
    }),
  );
});

test('statements of successive periods contain each entry once and end with the ledger’s sum', () => {
  fc.assert(
    fc.property(entries, length, (ledger, periodLength) => {
      let period = periodAt(periodLength, '2024-10-01');
      const listedIds: string[] = [];
      let balance = 0;
      while (period.firstDay < '2027-03-01') {
        const statement = createStatement(ledger, { ...company, period });
        expect(statement.opening).toBe(balance);
        balance = statement.closing;
        listedIds.push(...statement.lines.map((line) => line.entry.uuid));
        period = adjacentPeriod(periodLength, period, 1);
      }
      expect(balance).toBe(ledgerBalance(ledger));
      expect(listedIds.toSorted()).toEqual(ledger.map(({ uuid }) => uuid).toSorted());
    }),
  );
});

test('a person’s statements end with the sum of their shares, and list no one else’s entries', () => {
  fc.assert(
    fc.property(entries, fc.constantFrom(...people), (ledger, personId) => {
      const options = { ...company, personId, period: periodAt('year', '2027-05-04') };
      const { opening, closing, lines } = createStatement(ledger, options);
      const shares = ledger.flatMap((ledgerEntry) =>
        ledgerEntry.people.filter(({ uuid }) => uuid === personId),
      );
      expect(closing).toBe(shares.reduce((sum, { points }) => sum + points, 0));
      expect(closing - opening).toBe(lines.reduce((sum, { points }) => sum + points, 0));
      expect(lines.every((line) => line.entry.people.some(({ uuid }) => uuid === personId))).toBe(
        true,
      );
    }),
  );
});

test('an entry whose people aren’t known yet counts only for the company', () => {
  const unknown = {
    uuid: '1',
    created_at: '2026-05-04T10:00:00.000Z',
    event: 'project_closed',
    points: 30,
    variation: 'positive',
    project_uuid: null,
    order_uuid: null,
    people: null,
  } as Parameters<typeof createStatement>[0][number];
  const period = periodAt('month', '2026-05-04');
  expect(createStatement([unknown], { ...company, period }).closing).toBe(30);
  const personId = people[0] ?? '';
  expect(createStatement([unknown], { ...company, period, personId }).lines).toEqual([]);
});

test('each change is counted in the group of its cause', () => {
  const at = '2026-05-04T10:00:00.000Z';
  const common = {
    created_at: at,
    project_uuid: null,
    order_uuid: null,
    people: [],
    campaign: null,
  };
  const order = { ...common, order_uuid: '00000000-0000-4000-8000-000000000001' };
  const ledger = [
    { ...common, uuid: '1', event: 'project_closed', points: 300, variation: 'positive' },
    { ...common, uuid: '2', event: 'trainings', points: 50, variation: 'positive' },
    { ...common, uuid: '3', event: 'project_closed', points: 20, variation: 'positive' },
    { ...order, uuid: '4', event: 'order_reservation', points: 100, variation: 'reserved' },
    { ...order, uuid: '5', event: 'order_reject', points: 30, variation: 'positive' },
    { ...common, uuid: '6', event: 'points_expired', points: 7, variation: 'expired' },
    { ...common, uuid: '7', event: 'other', points: 5, variation: 'positive' },
    { ...common, uuid: '8', event: 'project_closed', points: 11, variation: 'negative' },
  ] as const;
  expect(
    createStatement(ledger, { ...company, period: periodAt('year', '2026-05-04') }),
  ).toMatchObject({
    opening: 0,
    earned: [
      { reason: { event: 'project_closed' }, points: 320 },
      { reason: { event: 'trainings' }, points: 50 },
    ],
    spent: -70,
    expired: -7,
    corrected: -6,
    closing: ledger.reduce((sum, ledgerEntry) => sum + signedPoints(ledgerEntry), 0),
  });
});

test('each campaign is a separate reason, with its name', () => {
  const common = {
    created_at: '2026-05-04T10:00:00.000Z',
    project_uuid: null,
    order_uuid: null,
    people: null,
    ...({ event: 'campaign', variation: 'positive' } as const),
  };
  const may = { id: 'may', name_translated: { en: 'Double points' } };
  const flat = { id: 'flat', name_translated: { en: 'Flat roofs' } };
  const ledger = [
    { ...common, uuid: '1', points: 15, campaign: may },
    { ...common, uuid: '2', points: 40, campaign: flat },
    { ...common, uuid: '3', points: 30, campaign: may },
  ];
  const { earned } = createStatement(ledger, {
    ...company,
    period: periodAt('year', '2026-05-04'),
  });
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  expect(earned.map(({ reason, points }) => [reasonText(reason, i18n), points])).toEqual([
    ['Double points', 45],
    ['Flat roofs', 40],
  ]);
});

test('a period starts at midnight in the region', () => {
  const late = {
    uuid: '1',
    created_at: '2026-04-30T22:00:00.000Z',
    event: 'trainings',
    points: 10,
    variation: 'positive',
    project_uuid: null,
    order_uuid: null,
    campaign: null,
    people: null,
  } as const;
  const may = periodAt('month', '2026-05-04');
  expect(createStatement([late], { ...company, period: may }).lines).toHaveLength(1);
  const justBefore = { ...late, created_at: '2026-04-30T21:59:59.999Z' };
  expect(createStatement([justBefore], { ...company, period: may })).toMatchObject({
    opening: 10,
    lines: [],
  });
});

test('quarters and years start in their first month', () => {
  expect(periodAt('quarter', '2026-12-31')).toEqual({
    firstDay: '2026-10-01',
    nextFirstDay: '2027-01-01',
  });
  expect(periodAt('year', '2026-12-31')).toEqual({
    firstDay: '2026-01-01',
    nextFirstDay: '2027-01-01',
  });
  const quarter = periodAt('quarter', '2026-01-15');
  expect(adjacentPeriod('quarter', quarter, -1).firstDay).toBe('2025-10-01');
});

test('a CSV file has the locale’s separator, quotes, and no formulas', () => {
  const rows = [
    ['=1+1', 'Dom "Róża"; dach', -300],
    ['+48', '@SUM', 12],
  ];
  expect(toCsv(rows, 'pl')).toBe('\uFEFF\'=1+1;"Dom ""Róża""; dach";-300\r\n\'+48;\'@SUM;12\r\n');
  expect(toCsv([['a,b', 1]], 'en')).toBe('\uFEFF"a,b",1\r\n');
});

test('the balance doesn’t dip when a fulfilled order releases and spends its points at the same time', () => {
  const order = { order_uuid: '00000000-0000-4000-8000-000000000001', project_uuid: null };
  const at = (day: string) => ({ created_at: `2026-05-${day}T10:00:00.000Z` });
  const common = { points: 100, people: [], ...order, campaign: null };
  const lines = createStatement(
    [
      {
        ...common,
        ...at('01'),
        order_uuid: null,
        uuid: '1',
        event: 'trainings',
        variation: 'positive',
      },
      { ...common, ...at('02'), uuid: '2', event: 'order_reservation', variation: 'reserved' },
      { ...common, ...at('03'), uuid: '3', event: 'order_complete', variation: 'negative' },
      { ...common, ...at('03'), uuid: '4', event: 'order_reservation', variation: 'positive' },
    ],
    { ...company, period: periodAt('month', '2026-05-04') },
  ).lines;
  expect(lines.map(({ balance }) => balance)).toEqual([100, 0, 100, 0]);
});
