import { type Transaction } from 'kysely';
import * as v from 'valibot';
import { campaign, campaignId, MAX_CAMPAIGNS } from '#schemas/campaign.ts';
import { dayIn } from '#schemas/calendar-day.ts';
import { type Configuration } from '#schemas/configuration.ts';
import { type CampaignState } from '#schemas/operator/campaign-calls.ts';
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
import { findCampaignConflicts } from '../setup/find-conflicts.ts';
import { dryRun } from '../setup/lock-country.ts';
import { describeProblems } from '../setup/read-setup.ts';
import {
  campaignStateOn,
  type CampaignPlan,
  lockCampaignCountry,
  planCampaigns,
  planCampaignEnds,
} from './country-campaigns.ts';

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

type Country = NonNullable<Awaited<ReturnType<typeof lockCampaignCountry>>>;
type PlanChange = (country: Country) => CampaignPlan;

type CommandServices = Pick<Services, 'db' | 'clock'>;

export const campaignCommands: readonly Command[] = [
  listCommand(
    'campaigns list',
    'list the campaigns of all countries, sorted by end date',
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
      return {
        file,
        problems: conflicts.map(({ path, text }) => `${path} ${text}`),
        plan: (country) => planCampaigns(file.campaigns, country),
      };
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
        problems: [],
        plan: (country) =>
          planCampaignEnds(
            file.campaigns.map(({ id }) => id),
            country,
          ),
      });
    },
  ),
];

/** Creates a command that changes the campaigns in all of the file's countries, or in none of them. */
function campaignCommand(
  verb: 'start' | 'stop',
  summary: string,
  input: string,
  read: (
    request: CommandInput,
    services: CommandServices,
  ) => Promise<{
    readonly file: v.InferOutput<typeof stopFile>;
    /** Problems in the file itself. */
    readonly problems: readonly string[];
    readonly plan: PlanChange;
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
      const { file, problems, plan } = await read(request, services);
      const apply = (trx: Transaction<Database>) =>
        applyPlans(trx, file.countries, services.clock.now(), { problems, plan });
      const lines = isDryRun(request)
        ? await dryRun(services.db, apply)
        : await transact(services.db, apply);
      return isDryRun(request) ? [DRY_RUN_HEADING, ...lines] : [...lines];
    },
  };
}

const isDryRun = (request: CommandInput) => hasFlag(request, 'dry-run');

/** Reads and validates the input file. Throws `invalid_input` with a sentence for each problem. */
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
  { plan, ...file }: { readonly problems: readonly string[]; readonly plan: PlanChange },
): Promise<string[]> {
  const lines: string[] = [];
  const problems: string[] = [];
  for (const region of [...new Set(regions)].toSorted()) {
    const country = await lockCampaignCountry(trx, region, now);
    if (country === null) {
      problems.push(`${region} isn’t set up.`);
      continue;
    }
    const campaignPlan = plan(country);
    problems.push(...file.problems, ...campaignPlan.problems.map(({ text }) => text));
    lines.push(...campaignPlan.lines.map((line) => `${region}: ${line}`));
    await writeCampaigns(trx, region, campaignPlan.campaigns);
  }
  if (problems.length > 0) throw ApiFailure.ofInput([...new Set(problems)]);
  return lines;
}

async function listCampaigns({ db, clock }: CommandServices) {
  const rows = await db
    .selectFrom('region_settings')
    .select(['region', 'configuration'])
    .orderBy('region')
    .execute();
  return rows
    .flatMap(({ region, configuration }) => {
      // The cast is safe, because the configuration is validated before it's written (write-settings.ts).
      const { campaigns = [] } = configuration as Configuration;
      const today = dayIn(region as RegionCode, clock.now());
      return campaigns.map(({ id, name_translated, from, until, grace_days }) => ({
        country: region,
        id,
        from,
        until,
        grace_days,
        state: stateTexts[campaignStateOn(today, { from, until, grace_days })],
        name: textInLanguage(name_translated, 'en'),
      }));
    })
    .toSorted((a, b) => (a.until < b.until ? -1 : Number(a.until > b.until)));
}

const stateTexts: Readonly<Record<CampaignState, string>> = {
  upcoming: 'upcoming',
  running: 'running',
  grace: 'ended, still accepts earlier scans',
  ended: 'ended',
};
