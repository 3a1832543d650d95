import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type Transaction } from 'kysely';
import * as v from 'valibot';
import { campaign, type Campaign, campaignId, MAX_CAMPAIGNS } from '#schemas/campaign.ts';
import { addDays, dayIn } from '#schemas/calendar-day.ts';
import { type Configuration } from '#schemas/configuration.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { regionCode, type RegionCode } from '#schemas/regions.ts';
import { listProductTypes } from '../configuration/region-rules.ts';
import { writeCampaigns } from '../configuration/write-settings.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import {
  type Command,
  type CommandInput,
  DRY_RUN_HEADING,
  flagOption,
  hasFlag,
  listCommand,
  parseJsonInput,
} from '../operator/command.ts';
import { type Services } from '../services.ts';
import { describeReusedId, findReusedIds, loadUsedCampaignIds } from './campaign-ids.ts';
import { findCampaignConflicts } from './find-conflicts.ts';
import { dryRun, lockCountry } from './lock-country.ts';
import { describeProblems } from './read-setup.ts';

const countries = v.pipe(v.array(regionCode), v.minLength(1));
const startFile = v.object({
  countries,
  campaigns: v.pipe(v.array(campaign), v.minLength(1), v.maxLength(MAX_CAMPAIGNS)),
});
/** The file that started campaigns can also stop them; fields other than these are ignored. */
const stopFile = v.object({
  countries,
  campaigns: v.pipe(v.array(v.object({ id: campaignId })), v.minLength(1)),
});

/** A country with its campaigns and the current day there. */
interface Country {
  readonly region: RegionCode;
  readonly campaigns: readonly Campaign[];
  /** Ids of all campaigns that the country ever had. */
  readonly usedIds: ReadonlySet<string>;
  readonly today: string;
}

/** A country's campaigns after a command, with a line for each change, or its problems. */
interface Plan {
  readonly campaigns: readonly Campaign[];
  readonly lines: readonly string[];
  readonly problems: readonly string[];
}

type CommandServices = Pick<Services, 'db' | 'clock'>;

export const campaignCommands: readonly Command[] = [
  listCommand(
    'campaigns list',
    'list the campaigns of all countries, the first to end first',
    listCampaigns,
    ({ country, id, from, until, grace_days, state, name }) =>
      [country, id, `${from} to ${until}`, `+${grace_days} days`, state, name].join('  '),
  ),
  campaignCommand(
    'start',
    'start or change campaigns; --dry-run only checks the file',
    'the countries and their campaigns: docs/operator.md',
    async (request, services) => {
      const file = readFile(startFile, request);
      const types = new Set((await listProductTypes(services.db)).map(({ type }) => type));
      const conflicts = findCampaignConflicts(file.campaigns, types, 'campaigns');
      const problems = conflicts.map(({ path, text }) => `${path} ${text}`);
      return { file, plan: (country) => planStart(file.campaigns, country, problems) };
    },
  ),
  campaignCommand(
    'stop',
    'end campaigns today; products scanned until then keep their points',
    'the countries and the ids of their campaigns: docs/operator.md',
    (request) => {
      const file = readFile(stopFile, request, { ignoresUnknown: true });
      return Promise.resolve({
        file,
        plan: (country) =>
          planStop(
            file.campaigns.map(({ id }) => id),
            country,
          ),
      });
    },
  ),
];

/** A command that changes the campaigns of the file's countries, all or none. */
function campaignCommand(
  verb: 'start' | 'stop',
  summary: string,
  input: string,
  read: (
    request: CommandInput,
    services: CommandServices,
  ) => Promise<{
    readonly file: v.InferOutput<typeof stopFile>;
    readonly plan: (country: Country) => Plan;
  }>,
): Command {
  return {
    name: `campaigns ${verb}`,
    summary,
    args: [],
    options: [flagOption('dry-run')],
    input,
    isAction: true,
    auditedArgs: async (request, services) => {
      const { file } = await read(request, services);
      const ids = file.campaigns.map(({ id }) => id);
      return [...file.countries, ...ids, ...(isDryRun(request) ? ['dry-run'] : [])];
    },
    run: async (request, services) => {
      const { file, plan } = await read(request, services);
      const apply = (trx: Transaction<Database>) =>
        applyPlans(trx, file.countries, services.clock.now(), plan);
      const lines = isDryRun(request)
        ? await dryRun(services.db, apply)
        : await transact(services.db, apply);
      return isDryRun(request) ? [DRY_RUN_HEADING, ...lines] : [...lines];
    },
  };
}

const isDryRun = (request: CommandInput) => hasFlag(request, 'dry-run');

/** Throws `invalid_input` with a sentence for each problem. */
function readFile<S extends v.GenericSchema>(
  schema: S,
  request: CommandInput,
  { ignoresUnknown = false } = {},
): v.InferOutput<S> {
  const fields = parseJsonInput(v.record(v.string(), v.unknown()), request);
  const { output, problems } = describeProblems(schema, fields, { ignoresUnknown });
  if (problems.length > 0) throw ApiFailure.ofInput([...new Set(problems)]);
  return output as v.InferOutput<S>;
}

/** Writes the planned campaigns of all countries. Throws `invalid_input` with all problems. */
async function applyPlans(
  trx: Transaction<Database>,
  regions: readonly RegionCode[],
  now: number,
  plan: (country: Country) => Plan,
): Promise<string[]> {
  const lines: string[] = [];
  const problems: string[] = [];
  for (const region of [...new Set(regions)].toSorted()) {
    await lockCountry(trx, region);
    const campaigns = await loadCampaigns(trx, region);
    if (campaigns === null) {
      problems.push(`${region} isn’t set up.`);
      continue;
    }
    const planned = plan({
      region,
      campaigns,
      today: dayIn(region, now),
      usedIds: await loadUsedCampaignIds(trx, region),
    });
    problems.push(...planned.problems);
    lines.push(...planned.lines.map((line) => `${region}: ${line}`));
    await writeCampaigns(trx, region, planned.campaigns);
  }
  if (problems.length > 0) throw ApiFailure.ofInput([...new Set(problems)]);
  return lines;
}

function planStart(
  wanted: readonly Campaign[],
  { region, campaigns, usedIds, today }: Country,
  problems: readonly string[],
): Plan {
  const byId = new Map(campaigns.map((current) => [current.id, current]));
  const lines = wanted.map((next) => {
    const current = byId.get(next.id);
    byId.set(next.id, next);
    const isSame = isDeepStrictEqual(current, next);
    const change = current === undefined ? 'start' : isSame ? 'no change' : 'change';
    return `${next.id}: ${change}, ${next.from} to ${next.until}`;
  });
  const endedProblems = wanted
    // Campaigns in their grace days still count late scans, and after a restore these days can be extended.
    .filter(({ until, grace_days }) => addDays(until, grace_days) < today)
    .map(({ id }) => `${id} and its grace days end before today in ${region}, which is ${today}.`);
  const reused = findReusedIds(wanted, campaigns, usedIds).map(
    (id) => `${id} ${describeReusedId(region)}`,
  );
  const excessProblems =
    byId.size > MAX_CAMPAIGNS ? [`${region} has more than ${MAX_CAMPAIGNS} campaigns.`] : [];
  return {
    campaigns: [...byId.values()],
    lines,
    problems: [...problems, ...endedProblems, ...reused, ...excessProblems],
  };
}

function planStop(ids: readonly string[], { region, campaigns, today }: Country): Plan {
  const byId = new Map(campaigns.map((current) => [current.id, current]));
  const lines: string[] = [];
  const problems: string[] = [];
  for (const id of new Set(ids)) {
    const found = byId.get(id);
    if (!found) {
      problems.push(`${id} isn’t a campaign of ${region}. \`club campaigns list\` lists them.`);
    } else if (found.from > today) {
      byId.delete(id);
      lines.push(`${id}: removed, because it hasn’t started`);
    } else if (found.until < today) {
      lines.push(`${id}: no change, it ended on ${found.until}`);
    } else {
      byId.set(id, { ...found, until: today });
      lines.push(`${id}: ends today, ${today}`);
    }
  }
  return { campaigns: [...byId.values()], lines, problems };
}

/** Null for a country that isn't set up. */
async function loadCampaigns(
  db: Kysely<Database>,
  region: RegionCode,
): Promise<readonly Campaign[] | null> {
  const row = await db
    .selectFrom('region_settings')
    .select('configuration')
    .where('region', '=', region)
    .executeTakeFirst();
  // Validated when written (write-settings.ts).
  return row ? ((row.configuration as Configuration).campaigns ?? []) : null;
}

async function listCampaigns({ db, clock }: CommandServices) {
  const rows = await db
    .selectFrom('region_settings')
    .select(['region', 'configuration'])
    .orderBy('region')
    .execute();
  return rows
    .flatMap(({ region, configuration }) => {
      // Validated when written (write-settings.ts).
      const { campaigns = [] } = configuration as Configuration;
      const today = dayIn(region as RegionCode, clock.now());
      return campaigns.map(({ id, name_translated, from, until, grace_days }) => ({
        country: region,
        id,
        from,
        until,
        grace_days,
        state: stateAt(today, { from, until, grace_days }),
        name: textInLanguage(name_translated, 'en'),
      }));
    })
    .toSorted((a, b) => (a.until < b.until ? -1 : Number(a.until > b.until)));
}

function stateAt(
  today: string,
  { from, until, grace_days }: Pick<Campaign, 'from' | 'until' | 'grace_days'>,
): string {
  if (today < from) return 'coming';
  if (today <= until) return 'running';
  return today <= addDays(until, grace_days) ? 'ended, still accepts earlier scans' : 'ended';
}
