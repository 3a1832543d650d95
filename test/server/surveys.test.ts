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

const words = { title: 'A question', tagline: 'Two minutes', lang: 'en' };
const invite = (survey_key = 'spring') =>
  inviteToSurvey(
    accounts.polishOwner.companyId,
    { survey_key, languages: { en: words } },
    server.services,
  );
const list = async (as: AccountKey, query: { since?: string; limit?: number } = {}) =>
  (await server.call(calls.listSurveys, { query }, await server.tokenOf(as))).result;
const newest = async (as: AccountKey) => {
  const [first] = (await list(as)).data;
  if (!first) throw new Error(`${as} is not asked anything.`);
  return first;
};
const edit = async (as: AccountKey, id: string, delayed_to: string | null, op_id = randomUUID()) =>
  server.call(
    calls.updateSurvey,
    { params: { id }, body: { op_id, interacted_at: null, delayed_to } },
    await server.tokenOf(as),
  );

test('everyone in a company is invited individually', async () => {
  expect(await invite()).toEqual({ invited: 2, alreadyInvited: 0 });
  const own = await newest('polishOwner');
  expect(own).toMatchObject({
    interacted_at: null,
    delayed_to: null,
    survey_configuration: { survey_key: 'spring' },
  });
  await edit('polishOwner', own.uuid, '2026-05-07T10:00:00.000Z');
  expect((await newest('polishStaff')).delayed_to).toBeNull();
  expect((await list('czechOwner')).data).toEqual([]);
  for (const key of ['polishStaff', 'czechOwner', 'decorStaff'] as const) {
    expect((await edit(key, own.uuid, null)).code).toBe('not_found');
  }
});

test('a resent edit changes nothing, and the last edit wins', async () => {
  await invite();
  const { uuid } = await newest('polishOwner');
  const op = randomUUID();
  const first = await edit('polishOwner', uuid, '2026-05-08T10:00:00.000Z', op);
  const again = await edit('polishOwner', uuid, '2026-05-09T10:00:00.000Z', op);
  expect(again.result).toEqual(first.result);
  const later = await edit('polishOwner', uuid, '2026-05-10T10:00:00.000Z');
  expect(later.result.delayed_to).toBe('2026-05-10T10:00:00.000Z');
});

test('a completed or declined one is no longer listed, and devices receive the change', async () => {
  await invite();
  const { uuid } = await newest('polishOwner');
  const since = (await list('polishOwner', { since: '' })).meta.checkpoint ?? '';
  const token = await server.tokenOf('polishOwner');
  const completed = await server.call(
    calls.completeSurvey,
    { params: { id: uuid }, body: { op_id: randomUUID() } },
    token,
  );
  expect(completed.result).toMatchObject({ delayed_to: FAR_FUTURE });
  expect(completed.result.interacted_at).not.toBeNull();
  expect((await list('polishOwner')).data.map((survey) => survey.uuid)).not.toContain(uuid);
  const changed = await list('polishOwner', { since });
  expect(changed.data.map((survey) => survey.uuid)).toEqual([uuid]);

  await invite('autumn');
  const other = await newest('polishOwner');
  const refused = await server.call(calls.declineSurvey, { params: { id: other.uuid } }, token);
  expect(refused.result).toMatchObject({ interacted_at: null, delayed_to: FAR_FUTURE });
});

test('people are invited only once per survey, even by concurrent operators', async () => {
  const of = async (key: string) => {
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
  const people = await of('winter');
  expect([people.length, new Set(people).size]).toEqual([2, 2]);

  // A new team member is invited, and the invitations of the others are unchanged.
  const absent = accounts.polishStaff.id;
  await server.db
    .updateTable('installers')
    .set({ active: false })
    .where('id', '=', absent)
    .execute();
  expect(await invite('next')).toEqual({ invited: 1, alreadyInvited: 0 });
  await server.db
    .updateTable('installers')
    .set({ active: true })
    .where('id', '=', absent)
    .execute();
  expect(await invite('next')).toEqual({ invited: 1, alreadyInvited: 1 });
  expect(await of('next')).toHaveLength(2);
});
