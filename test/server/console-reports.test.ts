import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { dayIn } from '#schemas/calendar-day.ts';
import { DAY_MS, MINUTE_MS } from '#schemas/durations.ts';
import { pointEvents, signedPoints, variation } from '#schemas/ledger.ts';
import { chatCalls } from '#schemas/operator/chat-calls.ts';
import { type reportFigures, type ReportSubject } from '#schemas/operator/report-calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { UNDO_MS } from '#schemas/operator/review-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { transact } from '#server/db/database.ts';
import { selectLedgerSums } from '#server/points/ledger-days.ts';
import { addLedgerEntries } from '#server/points/ledger.ts';
import { settleDecisions } from '#server/review/settle-decisions.ts';
import { newChat } from './chat-setup.ts';
import { decide, type ReviewConsole, startReviewConsole } from './console-review-setup.ts';
import { grantsOf } from './console-setup.ts';
import { enableLeads, newLead } from './lead-setup.ts';
import { addPoints, lineOf, newProduct, placeOrder } from './order-setup.ts';
import { type AccountKey, accounts } from './test-accounts.ts';

let server: ReviewConsole;
let token: string;
beforeAll(async () => {
  server = await startReviewConsole();
});
async function signIn(): Promise<void> {
  const operator = await server.addOperator(grantsOf('country_lead', [poland, czechia]));
  token = await server.startSession(operator);
}
beforeEach(signIn);
afterAll(() => server.close());

const [poland, czechia, lithuania] = [regionIdOf('PL'), regionIdOf('CZ'), regionIdOf('LT')];
const why = 'agreed by phone';

type Query = { period: string; region?: number; against?: 'before' | 'year_before' };
const request = ({ region = poland, ...query }: Query) =>
  server.operate(
    operatorCalls.readReport,
    { query: { ...query, region: region as typeof poland } },
    token,
  );
/** Figures of a subject in the period and in the compared period. */
async function readBoth<S extends ReportSubject>(subject: S, query: Query) {
  const { result } = await request(query);
  const figures =
    result.subjects.find((subjectReport) => subjectReport.subject === subject)?.figures ?? [];
  const inColumn = (column: 'value' | 'compared') =>
    Object.fromEntries(figures.map((figure) => [figure.figure, figure[column]])) as Record<
      (typeof reportFigures)[S][number],
      number
    >;
  return { value: inColumn('value'), compared: inColumn('compared') };
}
const read = async <S extends ReportSubject>(
  subject: S,
  query: Query,
  column: 'value' | 'compared' = 'value',
) => (await readBoth(subject, query))[column];

const addLine = (
  account: AccountKey,
  at: Date,
  entry: Parameters<typeof addLedgerEntries>[1][number],
) =>
  transact(server.db, (trx) =>
    addLedgerEntries(trx, [entry], {
      companyId: accounts[account].companyId,
      now: at,
    }),
  );

const line = fc.record({
  account: fc.constantFrom<AccountKey[]>('polishOwner', 'decorOwner', 'czechOwner'),
  // A year in which no other test adds entries.
  at: fc.date({ min: new Date('2031-01-05'), max: new Date('2031-12-25'), noInvalidDate: true }),
  event: fc.constantFrom(...pointEvents.filter((event) => event !== 'project_closed')),
  points: fc.integer({ min: 1, max: 5000 }),
  variation: fc.constantFrom(...variation.options),
});

test('the closing of each month is the next opening, and the year’s is the sum of the ledger', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 30 }), async (lines) => {
      for (const { account, at, ...entry } of lines) await addLine(account, at, entry);
      for (const region of [poland, czechia]) {
        const year = await read('points', { period: '2031', region });
        const sums = { earned: 0, spent: 0, expired: 0, corrected: 0 };
        let balance = year.opening;
        for (let month = 1; month <= 12; month += 1) {
          const period = `2031-${String(month).padStart(2, '0')}`;
          const { value: now, compared: before } = await readBoth('points', { period, region });
          expect(now.opening).toBe(balance);
          balance = now.closing;
          for (const part of ['earned', 'spent', 'expired', 'corrected'] as const)
            sums[part] += now[part];
          expect(before.closing).toBe(now.opening);
        }
        expect(year).toEqual({ opening: year.opening, ...sums, closing: balance });
        const storedLines = await server.db
          .selectFrom('ledger')
          .innerJoin('companies', 'companies.id', 'ledger.company_id')
          .select(['points', 'variation'])
          .where('companies.regions_id', '=', region)
          .where('ledger.created_at', '<', new Date('2032-01-01'))
          .execute();
        expect(balance).toBe(storedLines.reduce((sum, row) => sum + signedPoints(row), 0));
      }
    }),
    { numRuns: 5 },
  );
});

test('bounded sums of the ledger leave out other days', async () => {
  const days = ['2033-02-27', '2033-03-01', '2033-03-10', '2033-03-31', '2033-04-02'];
  for (const day of days)
    await addLine('polishOwner', new Date(`${day}T12:00:00.000Z`), {
      ...{ event: 'survey', points: 5, variation: 'positive' },
    });
  const times = [new Date('2033-03-01T00:00:00.000Z'), new Date('2033-04-01T00:00:00.000Z')];
  const { rows } = await sql<{ day: string }>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day
    from (${selectLedgerSums(poland, times, { isBounded: true })}) as line order by 1`.execute(
    server.db,
  );
  expect(rows.map(({ day }) => day)).toEqual(days.slice(1, 4));
});

test('a month starts at midnight in the country', async () => {
  const entry = { event: 'survey', points: 7, variation: 'positive' } as const;
  const before = await read('points', { period: '2030-01' });
  await addLine('polishOwner', new Date('2029-12-31T23:00:00Z'), entry);
  await addLine('polishOwner', new Date('2029-12-31T22:59:59.999Z'), entry);
  const after = await read('points', { period: '2030-01' });
  expect(after.earned - before.earned).toBe(7);
  expect(after.opening - before.opening).toBe(7);
});

test('a period is compared with the previous one, or with the same one a year earlier', async () => {
  const month = (await request({ period: '2026-03' })).result;
  expect(month.period).toEqual({ from: '2026-03-01', until: '2026-03-31' });
  expect(month.compared).toEqual({ from: '2026-02-01', until: '2026-02-28' });
  const yearBefore = await request({ period: '2026-03', against: 'year_before' });
  expect(yearBefore.result.compared).toEqual({ from: '2025-03-01', until: '2025-03-31' });
  const year = await request({ period: '2026' });
  expect(year.result.compared).toEqual({ from: '2025-01-01', until: '2025-12-31' });
});

test('the report of another country isn’t found', async () => {
  expect((await request({ period: '2026', region: lithuania })).code).toBe('not_found');
});

/** The current month in Poland. */
const thisMonth = () => new Date(server.clock.now()).toISOString().slice(0, 7);

test('orders count by their current state, with the points of orders that weren’t rejected', async () => {
  await addPoints(server, 'polishOwner', 1_000_000);
  const { variant } = await newProduct(server, { stock: 10 });
  const app = {
    ...server,
    tokenOf: async (account: AccountKey) => (await server.signInAs(account)).token,
  };
  const orders = [];
  for (const quantity of [1, 2, 3])
    orders.push(await placeOrder(app, 'polishOwner', [lineOf(variant, 10, quantity)]));
  const period = thisMonth();
  const emptyCounts = { in_progress: 0, done: 0, rejected: 0 };
  expect(await read('orders', { period })).toEqual({
    ...{ ...emptyCounts, placed: 3, in_progress: 3, points: 60 },
  });
  const [first] = orders;
  if (!first) throw new Error('No order was placed.');
  const { result } = await server.operate(
    operatorCalls.readOrder,
    { params: { id: first.uuid } },
    token,
  );
  await server.operate(
    operatorCalls.rejectOrder,
    {
      params: { id: first.uuid },
      body: { rev: result.rev, reason: 'Out of stock', why },
      headers: { 'idempotency-key': randomUUID() },
    },
    token,
  );
  expect(await read('orders', { period })).toEqual({
    ...{ ...emptyCounts, placed: 3, in_progress: 2, rejected: 1, points: 50 },
  });
  expect(await read('orders', { period, region: czechia })).toEqual({
    ...{ ...emptyCounts, placed: 0, points: 0 },
  });
});

test('products are counted by decision, with the median time to a decision', async () => {
  const period = thisMonth();
  const before = await read('products', { period });
  const reviewer = await server.addReviewer('PL');
  await server.newSubmittedProject(3);
  const claimedProducts = await server.claim(reviewer);
  const [one, two, three] = claimedProducts;
  if (!one || !two || !three) throw new Error('The queue is empty.');
  server.clock.advance(8 * MINUTE_MS);
  await decide(server, reviewer, [one, { ...two, kind: 'reject' }]);
  server.clock.advance(60_000);
  await decide(server, reviewer, [three]);
  server.clock.advance(UNDO_MS);
  await settleDecisions(server.services);
  const after = await read('products', { period });
  expect(after.added - before.added).toBe(3);
  expect({ ...after, added: 3 }).toEqual({
    ...{ added: 3, accepted: 2, rejected: 1, photos_requested: 0, review_minutes: 8 },
  });
  const projects = await read('projects', { period });
  expect(projects).toEqual({ added: 1, closed: 1 });
});

test('leads count by the group of their current status', async () => {
  const period = thisMonth();
  await enableLeads(server, 'polishOwner');
  await newLead(server, 'polishOwner');
  await newLead(server, 'polishOwner');
  expect(await read('leads', { period })).toEqual({
    ...{ requests: 0, offered: 2, open: 2, scheduled: 0, completed: 0, other: 0 },
  });
});

test('chats are counted with their messages and the median time to the first answer', async () => {
  const period = thisMonth();
  const installer = (await server.signInAs('polishOwner')).token;
  const body = newChat();
  await server.call(calls.createSupportChat, { body }, installer);
  expect(await read('support', { period })).toEqual({
    ...{ chats: 1, messages: 1, answers: 0, answer_minutes: null },
  });
  const answer = (seen_message: string) =>
    server.operate(
      chatCalls.answerChat,
      {
        params: { id: body.uuid },
        body: { text: 'Which window?', seen_message, why },
        headers: { 'idempotency-key': randomUUID() },
      },
      token,
    );
  server.clock.advance(25 * MINUTE_MS);
  await answer(body.message_uuid);
  server.clock.advance(60_000);
  const reply = { uuid: randomUUID(), message: 'The left one.' };
  await server.call(
    calls.createSupportMessage,
    { params: { id: body.uuid }, body: reply },
    (await server.signInAs('polishOwner')).token,
  );
  server.clock.advance(60_000);
  await signIn();
  await answer(reply.uuid);
  const support = await read('support', { period });
  expect(support).toEqual({ chats: 1, messages: 2, answers: 2, answer_minutes: 25 });
});

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

test('the median of a month or a year is that of its first answers', async () => {
  const { companyId: company_id, id: user_id } = accounts.polishOwner;
  const chats = Array.from({ length: 61 }, (_, index) => ({
    uuid: randomUUID(),
    at: Date.UTC(2021, 11, 20) + index * 6.5 * DAY_MS,
    // One in five has no answer. The longest wait is over five days.
    wait: index % 5 === 0 ? null : ((index * 7919) % 8009) * 61_001,
  }));
  const values = chats.map(({ uuid, at }, index) => ({
    ...{
      uuid,
      company_id,
      user_id,
      rev: 1_000_000 + index,
      op_id: uuid,
      title: 'Motor',
      status: 1 as const,
    },
    ...{ info: '{}', created_at: new Date(at), updated_at: new Date(at) },
  }));
  await server.db.insertInto('support_chats').values(values).execute();
  for (const { uuid, at, wait } of chats) {
    if (wait === null) continue;
    const messages = [wait, wait + MINUTE_MS].map((time) => ({
      ...{ uuid: randomUUID(), chat_uuid: uuid, sender: 'admin' as const, message: 'Yes' },
      created_at: new Date(at + time),
    }));
    await server.db.insertInto('support_messages').values(messages).execute();
  }
  const months = Array.from(
    { length: 12 },
    (_, index) => `2022-${String(index + 1).padStart(2, '0')}`,
  );
  for (const period of ['2021', '2022', '2023', ...months]) {
    const waits = chats
      .filter(({ at, wait }) => wait !== null && dayIn('PL', at).startsWith(period))
      .map(({ wait }) => wait ?? 0)
      .toSorted((a, b) => a - b);
    const middle = waits.slice(
      Math.floor((waits.length - 1) / 2),
      Math.floor(waits.length / 2) + 1,
    );
    const median = sumOf(middle) / middle.length / MINUTE_MS;
    const { answer_minutes } = await read('support', { period });
    expect({ period, answer_minutes }).toEqual({
      ...{ period, answer_minutes: waits.length === 0 ? null : Math.round(median) },
    });
  }
});

test('companies count as new in the period, and in total at its end', async () => {
  const now = await read('companies', { period: thisMonth() });
  expect(now).toEqual({ registered: 2, total: 2 });
  const year = Number(thisMonth().slice(0, 4));
  expect(await read('companies', { period: String(year - 1) })).toEqual({
    ...{ registered: 0, total: 0 },
  });
});

/** The charted figure of a subject, step by step. */
async function readSteps(subject: ReportSubject, query: Query) {
  const { result } = await request(query);
  const series = result.series.find((one) => one.subject === subject);
  if (series === undefined) throw new Error(`The report has no series for ${subject}.`);
  return { ...series, step: result.step };
}

test('a year’s series has a month for each step, and a month’s has a day', async () => {
  const year = await readSteps('points', { period: '2025' });
  expect([year.step, year.values.length, year.compared.length]).toEqual(['month', 12, 12]);
  const month = await readSteps('points', { period: '2024-03' });
  expect([month.step, month.values.length, month.compared.length]).toEqual(['day', 31, 29]);
  // The clock is in this month, so the series ends today.
  const currentSteps = await readSteps('points', { period: thisMonth() });
  expect(currentSteps.values).toHaveLength(Number(dayIn('PL', server.clock.now()).slice(-2)));
});

test('a line just after midnight in the country is in the next day and month of the series', async () => {
  const entry = { event: 'survey', points: 11, variation: 'positive' } as const;
  const before = await readSteps('points', { period: '2023-02' });
  const yearBefore = await readSteps('points', { period: '2023' });
  await addLine('polishOwner', new Date('2023-01-31T22:59:59Z'), entry);
  await addLine('polishOwner', new Date('2023-01-31T23:00:00Z'), { ...entry, points: 13 });
  const month = await readSteps('points', { period: '2023-02' });
  const year = await readSteps('points', { period: '2023' });
  expect(month.values[0]).toBe((before.values[0] ?? 0) + 13);
  expect(month.compared[30]).toBe((before.compared[30] ?? 0) + 11);
  expect(year.values.slice(0, 2)).toEqual([
    (yearBefore.values[0] ?? 0) + 11,
    (yearBefore.values[1] ?? 0) + 13,
  ]);
});

test('the steps of each series add up to its figure', async () => {
  for (const period of [thisMonth(), thisMonth().slice(0, 4)]) {
    const { result } = await request({ period });
    for (const { subject, figure, values, compared } of result.series) {
      const figures = result.subjects.find((one) => one.subject === subject)?.figures;
      const total = figures?.find((one) => one.figure === figure);
      expect({ subject, value: sumOf(values), compared: sumOf(compared) }).toEqual({
        ...{ subject, value: total?.value, compared: total?.compared },
      });
    }
  }
  const { values } = await readSteps('companies', { period: thisMonth() });
  expect(sumOf(values)).toBeGreaterThan(0);
});
