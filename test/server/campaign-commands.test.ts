import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEVICE_TIME_HEADER } from '#schemas/api/api-header.ts';
import { type ApiFailure } from '#schemas/api/errors.ts';
import { calls } from '#schemas/api/calls.ts';
import { type Campaign } from '#schemas/campaign.ts';
import { type Configuration } from '#schemas/configuration.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { OPERATOR_PATH } from '#server/operator/operator-route.ts';
import { exampleCountry, exampleFolder, exampleInput } from '#test/setup/example-country.ts';
import { CLOCK_START } from '#test/setup/fill-database.ts';
import { commandsOf } from '#test/setup/page-commands.ts';
import { doublePoints, setCampaigns } from './campaign-setup.ts';
import { storeFolderFiles } from './folder-files.ts';
import { nextSerialOf, saveOf, type ScanServer, startScanServer } from './scan-setup.ts';

let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer();
  await storeFolderFiles(server, exampleFolder);
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(CLOCK_START);
  await setCampaigns(server.db, []);
  await server.db.deleteFrom('campaign_names').execute();
});

async function send(words: readonly string[], input = '', options: Record<string, string> = {}) {
  const response = await server.app.inject({
    method: 'POST',
    url: OPERATOR_PATH,
    payload: { words, input, why: 'Spring campaign', options },
  });
  const { data = [], errors = [] } = response.json<{
    data?: readonly string[];
    errors?: ApiFailure['errors'];
  }>();
  return { lines: data, problems: errors.map(({ message }) => message) };
}

const fileOf = (campaigns: readonly unknown[], countries = ['PL']) =>
  JSON.stringify({ countries, campaigns });
const start = (campaigns: readonly unknown[], countries?: string[]) =>
  send(['campaigns', 'start'], fileOf(campaigns, countries));
const stop = (ids: readonly string[], countries?: string[]) =>
  send(
    ['campaigns', 'stop'],
    fileOf(
      ids.map((id) => ({ id })),
      countries,
    ),
  );

async function storedCampaigns(region = 'PL'): Promise<readonly Campaign[]> {
  const { configuration } = await server.db
    .selectFrom('region_settings')
    .select('configuration')
    .where('region', '=', region)
    .executeTakeFirstOrThrow();
  return (configuration as Configuration).campaigns ?? [];
}

describe('an operator', () => {
  test('starts a campaign in several countries, and their devices get it', async () => {
    expect(await start([doublePoints], ['SK', 'PL'])).toEqual({
      lines: [
        'PL: double-points: start, 2026-05-01 to 2026-05-31',
        'SK: double-points: start, 2026-05-01 to 2026-05-31',
      ],
      problems: [],
    });
    const token = await server.tokenOf('polishOwner');
    const { result } = await server.call(calls.getConfiguration, {}, token);
    expect(result.campaigns).toEqual([doublePoints]);
    expect((await send(['campaigns', 'list'])).lines).toEqual(
      ['PL', 'SK'].map(
        (country) =>
          `${country}  double-points  2026-05-01 to 2026-05-31  +5 days  running  Double points`,
      ),
    );
    expect(await stop(['double-points'], ['SK'])).toMatchObject({ problems: [] });
  });

  test('changes a campaign by starting it again; doing so twice changes nothing', async () => {
    await start([doublePoints]);
    expect((await start([doublePoints])).lines[0]).toMatch(/: no change, /);
    expect((await start([{ ...doublePoints, until: '2026-06-30' }])).lines).toEqual([
      'PL: double-points: change, 2026-05-01 to 2026-06-30',
    ]);
    expect((await storedCampaigns()).map(({ until }) => until)).toEqual(['2026-06-30']);
  });

  test('gets all problems of a file in one response, and no campaign is changed', async () => {
    const invalidCampaign = {
      ...doublePoints,
      id: 'Not an id',
      reward: { kind: 'factor', percent: 100 },
      colour: 'red',
    };
    expect((await start([invalidCampaign])).problems).toEqual([
      expect.stringMatching(/^campaigns\.0\.id must be /),
      'campaigns.0.reward.percent must be >=110, not 100.',
      'campaigns.0.colour isn’t a known field. Check its spelling.',
    ]);
    const contradictoryCampaigns = [
      { ...doublePoints, name_translated: { pl: 'Punkty' }, types: ['GGL', 'XXX'] },
      { ...doublePoints, from: '2026-04-01', until: '2026-04-20', tier_categories: [] },
    ];
    expect((await start(contradictoryCampaigns, ['PL'])).problems).toEqual([
      'campaigns.1.id occurs twice: double-points.',
      'campaigns.0.name_translated.en is missing.',
      'campaigns.0.types.1 isn’t a product type: XXX.',
      'campaigns.1.types is empty, so no product counts. Use null for all.',
      'double-points has already ended in PL, including its grace days: today is 2026-05-04 there.',
    ]);
    const reversedCampaign = [{ ...doublePoints, from: '2026-06-01' }];
    expect((await start(reversedCampaign)).problems).toEqual([
      'campaigns.0: A campaign ends before it starts.',
    ]);
    expect((await send(['campaigns', 'start'], 'no JSON')).problems).toEqual([
      'The input is missing or isn’t valid JSON. Pass it with --input FILE; docs/operator.md describes it.',
    ]);
    expect(await storedCampaigns()).toEqual([]);
  });

  test('changes no country if there is a problem in any of them', async () => {
    await server.db.deleteFrom('region_settings').where('region', '=', 'EE').execute();
    expect((await start([doublePoints], ['EE', 'PL'])).problems).toEqual(['EE isn’t set up.']);
    expect((await stop(['no-campaign'], ['PL'])).problems).toEqual([
      'no-campaign isn’t a campaign of PL. `club campaigns list` lists them.',
    ]);
    expect(await storedCampaigns()).toEqual([]);
  });

  test('checks a file with a dry run, which is recorded', async () => {
    const dry = await send(['campaigns', 'start'], fileOf([doublePoints]), { 'dry-run': '' });
    expect(dry.lines).toEqual([
      'Nothing was changed. Without --dry-run, this happens:',
      'PL: double-points: start, 2026-05-01 to 2026-05-31',
    ]);
    expect(await storedCampaigns()).toEqual([]);
    const actions = await server.db
      .selectFrom('operator_acts')
      .select(['command', 'words', 'why', 'outcome'])
      .execute();
    expect(actions).toContainEqual({
      command: 'campaigns start',
      words: ['PL', 'double-points', 'dry-run'],
      why: 'Spring campaign',
      outcome: 'done',
    });
  });

  test('can start the guide’s campaign', async () => {
    const file = commandsOf('operator.md', 'Campaigns', 'json');
    server.clock.set(Date.parse('2027-02-20T10:00:00.000Z'));
    const { lines, problems } = await send(['campaigns', 'start'], file, { 'dry-run': '' });
    expect(problems).toEqual([]);
    expect(lines).toHaveLength(3);
  });
});

test('an earlier campaign’s id can’t be used again, because its points refer to it', async () => {
  await start([doublePoints], ['PL']);
  await setCampaigns(server.db, []);
  const reuseProblem = `double-points is the id of an earlier campaign of PL, and its points keep that id. Choose a new id.`;
  expect((await start([doublePoints], ['PL', 'SK'])).problems).toEqual([reuseProblem]);
  const newCampaign = { ...doublePoints, id: 'double-points-2' };
  expect((await start([newCampaign], ['PL', 'SK'])).problems).toEqual([]);
});

test('F43: after a restore, longer grace days preserve the points that a lost scan was promised', async () => {
  await start([doublePoints]);
  const project = await server.newProject('polishOwner');
  const scans = [0, 1].map(() => {
    const serial = nextSerialOf(({ type }) => type === 'GGL');
    return saveOf(serial, project, { time: server.clock.now() });
  });
  const campaigns = async () => {
    const { token } = await server.signInAs('polishOwner');
    const headers = { [DEVICE_TIME_HEADER]: String(server.clock.now()) };
    const { result } = await server.call(calls.sendScans, { body: { scans }, headers }, token);
    return result.data.map(({ scan }) => scan?.campaign?.id ?? null);
  };
  const loseScans = () =>
    server.db.deleteFrom('scans').where('projects_id', '=', project).execute();
  const promisedCampaigns = ['double-points', 'double-points'];
  expect(await campaigns()).toEqual(promisedCampaigns);
  await loseScans();
  server.clock.set(Date.parse('2026-06-07T10:00:00.000Z'));
  expect(await campaigns()).toEqual([null, null]);
  await loseScans();
  expect((await start([{ ...doublePoints, grace_days: 10 }])).problems).toEqual([]);
  expect(await campaigns()).toEqual(promisedCampaigns);
});

describe('a stopped campaign', () => {
  test('ends today: products scanned until then still arrive within the grace days', async () => {
    await start([doublePoints]);
    expect((await stop(['double-points'])).lines).toEqual([
      'PL: double-points: ends today, 2026-05-04',
    ]);
    expect(await storedCampaigns()).toEqual([{ ...doublePoints, until: '2026-05-04' }]);
    const project = await server.newProject('polishOwner');
    const [savedScan] = await server.saveScans([
      saveOf(
        nextSerialOf(({ type }) => type === 'GGL'),
        project,
      ),
    ]);
    expect(savedScan?.scan?.campaign?.id).toBe('double-points');
    server.clock.set(CLOCK_START + DAY_MS);
    expect((await stop(['double-points'])).lines).toEqual([
      'PL: double-points: no change, it ended on 2026-05-04',
    ]);
    expect((await send(['campaigns', 'list'])).lines[0]).toContain(
      'ended, still accepts earlier scans',
    );
  });

  test('is removed if it hasn’t started', async () => {
    await start([{ ...doublePoints, from: '2026-05-10' }]);
    expect((await stop(['double-points'])).lines).toEqual([
      'PL: double-points: removed, because it hasn’t started',
    ]);
    expect(await storedCampaigns()).toEqual([]);
  });
});

describe('a country’s setup', () => {
  const apply = async (files: Readonly<Record<string, string>>) =>
    send(['setup', 'apply', 'example-country'], exampleInput(files));
  const country = JSON.parse(exampleCountry['country.json'] ?? '') as {
    settings: { configuration: Configuration };
  };
  const withCampaigns = (campaigns: readonly Campaign[]) => ({
    ...exampleCountry,
    'country.json': JSON.stringify({
      ...country,
      settings: {
        ...country.settings,
        configuration: { ...country.settings.configuration, campaigns },
      },
    }),
  });

  test('keeps campaigns that its files don’t list', async () => {
    await start([doublePoints]);
    expect((await apply(exampleCountry)).problems).toEqual([]);
    expect(await storedCampaigns()).toEqual([doublePoints]);
    expect((await apply(exampleCountry)).lines).toEqual(['PL: nothing to change.']);
  });

  test('replaces them if its files list some, after checking them', async () => {
    await start([doublePoints]);
    const other = { ...doublePoints, id: 'other' };
    expect((await apply(withCampaigns([other]))).problems).toEqual([]);
    expect(await storedCampaigns()).toEqual([other]);
    expect((await apply(withCampaigns([doublePoints]))).problems).toEqual([
      expect.stringContaining('double-points is the id of an earlier campaign of PL') as string,
    ]);
    const { problems } = await apply(withCampaigns([other, other]));
    expect(problems).toEqual([
      expect.stringMatching(
        /settings\.configuration\.campaigns\.1\.id occurs twice: other\.$/,
      ) as string,
    ]);
  });
});
