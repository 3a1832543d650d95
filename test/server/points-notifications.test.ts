import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { expirePoints } from '#server/points/expire-points.ts';
import { CORRECTION_HOLD_MS, notifyOfCorrections } from '#server/points/notify-corrections.ts';
import { type AwardConsole, startAwardConsole } from './award-setup.ts';
import { addPoints } from './order-setup.ts';
import { type AccountKey, accounts } from './test-accounts.ts';

const { companyId: id } = accounts.polishOwner;
const why = 'agreed by phone';

let server: AwardConsole;
let finance: string;
beforeAll(async () => {
  server = await startAwardConsole();
});
beforeEach(async () => {
  await server.db.deleteFrom('notifications').execute();
  await server.db.deleteFrom('messages').execute();
  finance = await server.signIn('finance');
});
afterAll(() => server.close());

/**
 * Corrects the company's points.
 * @returns the line of the ledger
 */
async function correctPoints(points: number): Promise<string> {
  const input = { params: { id }, query: {} };
  const { result } = await server.operate(operatorCalls.explainCompanyPoints, input, finance);
  const body = { points, event: 'other' as const, corrections: result.corrections, why };
  await server.operate(operatorCalls.correctPoints, { params: { id }, body }, finance);
  const { ledger_uuid } = await server.db
    .selectFrom('point_corrections')
    .select('ledger_uuid')
    .where('company_id', '=', id)
    .where('notify_at', 'is not', null)
    .orderBy('at', 'desc')
    .executeTakeFirstOrThrow();
  return ledger_uuid;
}
const reverse = (line: string) =>
  server.operate(operatorCalls.reverseCorrection, { params: { id, line }, body: { why } }, finance);
/**
 * Lets the hold pass, and runs the job.
 * @returns the number of notified companies
 */
async function announce(): Promise<number> {
  server.clock.advance(CORRECTION_HOLD_MS);
  return notifyOfCorrections(server.services);
}
/** Announces all corrections, lets all points expire, and deletes the notifications. */
async function expireAll(): Promise<void> {
  await announce();
  server.clock.advance(4 * 366 * DAY_MS);
  await expirePoints(server.services);
  await server.db.deleteFrom('notifications').execute();
  finance = await server.signIn('finance');
}
async function notificationsOf(account: AccountKey) {
  const { token } = await server.signInAs(account);
  const { result } = await server.call(calls.listNotifications, { query: {} }, token);
  return result.data.map(({ title, text, event }) => ({ title, text, event }));
}

describe('a correction of points', () => {
  test('notifies everyone in the company of its reason, in their language, after its hold', async () => {
    await server.db.updateTable('installers').set({ fcm: '["device"]' }).execute();
    await correctPoints(120);
    expect(await notifyOfCorrections(server.services)).toBe(0);
    expect(await announce()).toBe(1);
    const addedNotification = {
      title: 'Punkty dodane',
      text: 'Na Twoje saldo dodano 120 punktów. Powód: Inne',
      event: 'welcome_points',
    };
    expect(await notificationsOf('polishOwner')).toEqual([addedNotification]);
    expect(await notificationsOf('polishStaff')).toMatchObject([{ event: 'welcome_points' }]);
    expect(await notificationsOf('czechOwner')).toEqual([]);
    const pushes = await server.db
      .selectFrom('messages')
      .select('installer_id')
      .where('kind', '=', 'push')
      .where('installer_id', '=', accounts.polishOwner.id)
      .execute();
    expect(pushes).toHaveLength(1);
    expect(await announce()).toBe(0);
    await server.db.updateTable('installers').set({ fcm: '[]' }).execute();
  });

  test('that is reversed within its hold sends no notification', async () => {
    const line = await correctPoints(50);
    server.clock.advance(CORRECTION_HOLD_MS / 2);
    await reverse(line);
    expect(await announce()).toBe(0);
    expect(await notificationsOf('polishOwner')).toEqual([]);
  });

  test('that is reversed later sends another notification', async () => {
    const line = await correctPoints(50);
    await announce();
    await reverse(line);
    expect(await announce()).toBe(1);
    expect((await notificationsOf('polishOwner')).map(({ text }) => text)).toEqual([
      'Z Twojego salda odjęto 50 punktów. Powód: Inne',
      'Na Twoje saldo dodano 50 punktów. Powód: Inne',
    ]);
  });

  test('that is reversed after its points expired notifies of the change of the balance', async () => {
    const balance = (await server.balanceOf({ id, number: 0 })) ?? 0;
    if (balance > 0) await correctPoints(-balance);
    await announce();
    const wholeCorrection = await correctPoints(100);
    await expireAll();
    await reverse(wholeCorrection);
    expect(await announce()).toBe(0);
    const part = await correctPoints(100);
    await announce();
    await correctPoints(-60);
    await expireAll();
    await addPoints(server, 'polishOwner', 70);
    await reverse(part);
    expect(await announce()).toBe(1);
    expect(await server.balanceOf({ id, number: 0 })).toBe(10);
    expect((await notificationsOf('polishOwner')).map(({ text }) => text)).toEqual([
      'Z Twojego salda odjęto 60 punktów. Powód: Inne',
    ]);
  });
});

test('a file of awards notifies each company once, after the whole file was imported or taken back', async () => {
  const { number } = await server.db
    .selectFrom('companies')
    .select('number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const other = await server.addCompany();
  const rows = [`${number},100,trainings`, `${number},20,satisfaction_score`];
  const file = await server.award([...rows, `${other.number},5,other`], finance);
  const setState = (state: 'applying' | 'applied' | 'taking_back' | 'taken_back') =>
    server.db.updateTable('imports').set({ state }).where('uuid', '=', file).execute();
  await setState('applying');
  expect(await announce()).toBe(0);
  await setState('applied');
  expect(await announce()).toBe(2);
  expect(await notificationsOf('polishOwner')).toEqual([
    {
      title: 'Punkty dodane',
      text: expect.stringMatching(
        /^Na Twoje saldo dodano 120 punktów\. Powód: (Szkolenia, Ocena zadowolenia|Ocena zadowolenia, Szkolenia)$/,
      ) as string,
      event: 'welcome_points',
    },
  ]);
  await server.takeBack(file, finance);
  await setState('taking_back');
  expect(await announce()).toBe(0);
  await setState('taken_back');
  expect(await announce()).toBe(2);
  expect((await notificationsOf('polishOwner')).map(({ text }) => text)).toEqual([
    'Z Twojego salda odjęto 120 punktów. Powód: Inne',
    expect.any(String),
  ]);
});
