import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { FAR_FUTURE } from '#schemas/survey-status.ts';
import { inviteToSurvey } from '#server/surveys/invite-to-survey.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { accounts, type AccountKey } from './test-accounts.ts';

let server: ScanServer;

beforeAll(async () => {
  server = await startScanServer();
});
afterAll(() => server.close());

const texts = { title: 'A question', tagline: 'Two minutes', lang: 'en' };
const invite = (survey_key = 'spring') =>
  inviteToSurvey(
    accounts.polishOwner.companyId,
    { survey_key, languages: { en: texts } },
    server.services,
  );
const list = async (account: AccountKey, query: { since?: string; limit?: number } = {}) =>
  (await server.call(calls.listSurveys, { query }, await server.tokenOf(account))).result;
const newest = async (account: AccountKey) => {
  const [first] = (await list(account)).data;
  if (!first) throw new Error(`${account} has no survey.`);
  return first;
};
const edit = async (
  account: AccountKey,
  id: string,
  delayed_to: string | null,
  op_id = randomUUID(),
) =>
  server.call(
    calls.updateSurvey,
    { params: { id }, body: { op_id, interacted_at: null, delayed_to } },
    await server.tokenOf(account),
  );

test('everyone in a company is invited individually', async () => {
  expect(await invite()).toEqual({ invited: 2, alreadyInvited: 0 });
  const ownSurvey = await newest('polishOwner');
  expect(ownSurvey).toMatchObject({
    interacted_at: null,
    delayed_to: null,
    survey_configuration: { survey_key: 'spring' },
  });
  await edit('polishOwner', ownSurvey.uuid, '2026-05-07T10:00:00.000Z');
  expect((await newest('polishStaff')).delayed_to).toBeNull();
  expect((await list('czechOwner')).data).toEqual([]);
  for (const key of ['polishStaff', 'czechOwner', 'decorStaff'] as const) {
    expect((await edit(key, ownSurvey.uuid, null)).code).toBe('not_found');
  }
});

test('a resent edit changes nothing, and the latest edit wins', async () => {
  await invite();
  const { uuid } = await newest('polishOwner');
  const opId = randomUUID();
  const first = await edit('polishOwner', uuid, '2026-05-08T10:00:00.000Z', opId);
  const repeatedResponse = await edit('polishOwner', uuid, '2026-05-09T10:00:00.000Z', opId);
  expect(repeatedResponse.result).toEqual(first.result);
  const laterEdit = await edit('polishOwner', uuid, '2026-05-10T10:00:00.000Z');
  expect(laterEdit.result.delayed_to).toBe('2026-05-10T10:00:00.000Z');
});

test('a completed or declined survey is no longer listed, and devices receive the change', async () => {
  await invite();
  const { uuid } = await newest('polishOwner');
  const since = (await list('polishOwner', { since: '' })).meta.checkpoint ?? '';
  const token = await server.tokenOf('polishOwner');
  const completion = await server.call(
    calls.completeSurvey,
    { params: { id: uuid }, body: { op_id: randomUUID() } },
    token,
  );
  expect(completion.result).toMatchObject({ delayed_to: FAR_FUTURE });
  expect(completion.result.interacted_at).not.toBeNull();
  expect((await list('polishOwner')).data.map((survey) => survey.uuid)).not.toContain(uuid);
  const changedPage = await list('polishOwner', { since });
  expect(changedPage.data.map((survey) => survey.uuid)).toEqual([uuid]);

  await invite('autumn');
  const otherSurvey = await newest('polishOwner');
  const rejectedResponse = await server.call(
    calls.declineSurvey,
    { params: { id: otherSurvey.uuid } },
    token,
  );
  expect(rejectedResponse.result).toMatchObject({ interacted_at: null, delayed_to: FAR_FUTURE });
});

test('people are invited only once per survey, even by concurrent operators', async () => {
  const recipientsOf = async (key: string) => {
    const rows = await server.db
      .selectFrom('survey_invitations')
      .select(['user_id', 'survey_configuration'])
      .execute();
    return rows
      .filter((row) => (row.survey_configuration as { survey_key: string }).survey_key === key)
      .map(({ user_id }) => user_id);
  };
  const responses = await Promise.all([invite('winter'), invite('winter'), invite('winter')]);
  expect(responses.map(({ invited }) => invited).toSorted((a, b) => a - b)).toEqual([0, 0, 2]);
  expect(await invite('winter')).toEqual({ invited: 0, alreadyInvited: 2 });
  const recipients = await recipientsOf('winter');
  expect([recipients.length, new Set(recipients).size]).toEqual([2, 2]);

  // A new team member is invited, and the invitations of the others are unchanged.
  const absentUserId = accounts.polishStaff.id;
  await server.db
    .updateTable('installers')
    .set({ active: false })
    .where('id', '=', absentUserId)
    .execute();
  expect(await invite('next')).toEqual({ invited: 1, alreadyInvited: 0 });
  await server.db
    .updateTable('installers')
    .set({ active: true })
    .where('id', '=', absentUserId)
    .execute();
  expect(await invite('next')).toEqual({ invited: 1, alreadyInvited: 1 });
  expect(await recipientsOf('next')).toHaveLength(2);
});
