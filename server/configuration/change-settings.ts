import { isDeepStrictEqual } from 'node:util';
import { type Transaction } from 'kysely';
import { addDays, dayIn, startOfDay } from '#schemas/calendar-day.ts';
import { type operatorCalls, type SecondPersonCallId } from '#schemas/operator/operator-calls.ts';
import {
  MAX_START_DAYS,
  POINTS_FIELD_PREFIX,
  START_OUT_OF_RANGE,
  UNKNOWN_TYPE,
} from '#schemas/operator/settings-calls.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import {
  type ApprovableAction,
  type RequestContext,
  runOrRequestApproval,
} from '../console/approvals.ts';
import { type OperatorHandler } from '../console/operator-handler.ts';
import { requireRegion } from '../console/operator-scope.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { findChangeProblem } from './check-change.ts';
import { isOpenCountry } from './open-countries.ts';
import { listProductTypes } from './region-rules.ts';
import {
  addVersion,
  lockCurrentSettings,
  lockSettings,
  loadFieldsRev,
  pickValues,
} from './settings-versions.ts';

/** A requested change of settings, which a second person may have to approve. */
interface SettingsRequest {
  readonly regions: readonly RegionId[];
  readonly changes: readonly FieldChange[];
  readonly starts_on: string;
}

/** A field's value before and after a change. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Changes settings from a given day, or requests approval. */
export const changeSettings: OperatorHandler<typeof operatorCalls.changeSettings> = async (
  { body: { region, changes, starts_on, why }, operator, audit, runAction },
  services,
) => {
  requireRegion(operator, region);
  const requestedChanges = changes.map(({ field, before, value: after }) => ({
    field,
    before,
    after,
  }));
  const request = { regions: [region], changes: requestedChanges, starts_on };
  const context = { operator, why, audit, services };
  return runAction((trx) => planOrRequestApproval(trx, 'changeSettings', request, context));
};

/** Changes points of product types from a given day, or requests approval. */
export const changeProductValues: OperatorHandler<
  typeof operatorCalls.changeProductValues
> = async ({ body: { region, values, starts_on, why }, operator, audit, runAction }, services) => {
  requireRegion(operator, region);
  const changes = values.map(({ type, before, points }) => ({
    field: `${POINTS_FIELD_PREFIX}${type}`,
    before,
    after: points,
  }));
  const context = { operator, why, audit, services };
  return runAction(async (trx) => {
    const knownTypes = new Set((await listProductTypes(trx)).map(({ type }) => type));
    if (values.some(({ type }) => !knownTypes.has(type)))
      throw new ApiFailure('invalid_input', { details: { reason: UNKNOWN_TYPE } });
    return planOrRequestApproval(
      trx,
      'changeProductValues',
      { regions: [region], changes, starts_on },
      context,
    );
  });
};

async function planOrRequestApproval(
  trx: Transaction<Database>,
  act: SecondPersonCallId,
  request: SettingsRequest,
  context: RequestContext,
) {
  const now = context.services.clock.now();
  const [region] = request.regions;
  if (region === undefined) throw new ApiFailure('not_found');
  const code = regionCodeOf(region);
  const today = dayIn(code, now);
  if (request.starts_on < today || request.starts_on > addDays(today, MAX_START_DAYS))
    throw new ApiFailure('invalid_input', { details: { reason: START_OUT_OF_RANGE } });
  const settings = await lockCurrentSettings(trx, code, now);
  if (settings === null) throw new ApiFailure('not_found');
  if (!matchesSeenValues(settings, request)) throw new ApiFailure('conflict');
  const problem = await findChangeProblem(trx, settings, toRequestedVersion(request, region));
  if (problem !== null) throw problem;
  // A later start isn't preparation, because points that were planned without a second person could take effect after
  // companies have registered.
  const isPreparation =
    act === 'changeProductValues' &&
    request.starts_on === today &&
    !(await isOpenCountry(trx, region));
  const { approval } = await runOrRequestApproval(
    trx,
    settingsApproval,
    {
      ...{ act, body: request, record: { kind: 'settings', id: code } },
      approval: isPreparation ? 'none' : 'if_possible',
      summary: { changes: request.changes.length },
    },
    context,
  );
  return { approval };
}

/** True if the settings have the values that the operator saw. */
function matchesSeenValues(settings: object, request: SettingsRequest): boolean {
  const currentValues = pickValues(settings, getFields(request));
  return request.changes.every(({ field, before }) =>
    isDeepStrictEqual(currentValues[field], before),
  );
}

/** The version that a request adds in a country. */
const toRequestedVersion = ({ changes, starts_on }: SettingsRequest, region: RegionId) => ({
  region,
  changes: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
  startsAt: startOfDay(regionCodeOf(region), starts_on),
});

const getFields = ({ changes }: SettingsRequest) => changes.map(({ field }) => field);

/**
 * Approval of changed settings. The approval becomes void if one of the fields gets another version or value in the
 * meantime.
 */
export const settingsApproval: ApprovableAction<SettingsRequest> = {
  right: 'settings.edit',
  readRev: async (trx, _id, request) => {
    const [region] = request.regions;
    const settings = region === undefined ? null : await lockSettings(trx, regionCodeOf(region));
    // Also compares the values, because a server of the previous release changes settings without adding a version.
    if (region === undefined || settings === null || !matchesSeenValues(settings, request))
      return null;
    if (await findChangeProblem(trx, settings, toRequestedVersion(request, region))) return null;
    return loadFieldsRev(trx, region, getFields(request));
  },
  regionsOf: ({ regions }) => regions,
  /** Adds the requested version in each of its countries. */
  run: async (trx, { body: request, requestedBy, audit, services }) => {
    const now = services.clock.now();
    for (const region of request.regions) {
      const code = regionCodeOf(region);
      const settings = await lockCurrentSettings(trx, code, now);
      if (settings === null || !matchesSeenValues(settings, request))
        throw new ApiFailure('conflict');
      const version = toRequestedVersion(request, region);
      const problem = await findChangeProblem(trx, settings, version);
      if (problem !== null) throw problem;
      const newVersion = { ...version, source: 'console', createdBy: requestedBy } as const;
      const id = await addVersion(trx, settings, newVersion, now);
      audit({
        ...{ kind: 'settings_version', id, region },
        before: pickValues(settings, getFields(request)),
        after: { ...version.changes, starts_on: request.starts_on },
      });
    }
  },
};
