import { isDeepStrictEqual } from 'node:util';
import { type Transaction } from 'kysely';
import { addDays, dayIn, startOfDay } from '#schemas/calendar-day.ts';
import { type operatorCalls, type SecondPersonCallId } from '#schemas/operator/operator-calls.ts';
import {
  MAX_START_DAYS,
  POINTS_FIELD,
  START_OUT_OF_RANGE,
  UNKNOWN_TYPE,
} from '#schemas/operator/settings-calls.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { type ApprovableAction, hasSecondPerson, requestApproval } from '../console/approvals.ts';
import { type AuditedChange, type OperatorHandler } from '../console/operator-handler.ts';
import { requireRegion } from '../console/operator-scope.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { findChangeProblem } from './check-change.ts';
import { listProductTypes } from './region-rules.ts';
import {
  addVersion,
  lockCurrentSettings,
  lockSettings,
  revOfFields,
  valuesOf,
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
  const by = { requestedBy: operator.operatorId, why, audit, services };
  return runAction((trx) => planOrRequestApproval(trx, 'changeSettings', request, by));
};

/** Changes points of product types from a given day, or requests approval. */
export const changeProductValues: OperatorHandler<
  typeof operatorCalls.changeProductValues
> = async ({ body: { region, values, starts_on, why }, operator, audit, runAction }, services) => {
  requireRegion(operator, region);
  const changes = values.map(({ type, before, points }) => ({
    field: `${POINTS_FIELD}${type}`,
    before,
    after: points,
  }));
  const by = { requestedBy: operator.operatorId, why, audit, services };
  return runAction(async (trx) => {
    const knownTypes = new Set((await listProductTypes(trx)).map(({ type }) => type));
    if (values.some(({ type }) => !knownTypes.has(type)))
      throw new ApiFailure('invalid_input', { details: { reason: UNKNOWN_TYPE } });
    return planOrRequestApproval(
      trx,
      'changeProductValues',
      { regions: [region], changes, starts_on },
      by,
    );
  });
};

interface Cause {
  readonly requestedBy: string;
  readonly audit: (change: AuditedChange) => void;
  readonly services: Pick<Services, 'clock'>;
}

async function planOrRequestApproval(
  trx: Transaction<Database>,
  act: SecondPersonCallId,
  request: SettingsRequest,
  { why, ...cause }: Cause & { readonly why: string },
): Promise<{ approval: string | null }> {
  const now = cause.services.clock.now();
  const [region] = request.regions;
  if (region === undefined) throw new ApiFailure('not_found');
  const code = regionCodeOf(region);
  const today = dayIn(code, now);
  if (request.starts_on < today || request.starts_on > addDays(today, MAX_START_DAYS))
    throw new ApiFailure('invalid_input', { details: { reason: START_OUT_OF_RANGE } });
  const settings = await lockCurrentSettings(trx, code, now);
  if (settings === null) throw new ApiFailure('not_found');
  if (!hasSeenValues(settings, request)) throw new ApiFailure('conflict');
  const problem = await findChangeProblem(trx, settings, toRequestedVersion(request, region));
  if (problem !== null) throw problem;
  const { regions } = request;
  const { requestedBy, audit } = cause;
  const { right } = settingsApproval;
  if (!(await hasSecondPerson(trx, { right, regions, requestedBy }))) {
    await planVersion(trx, request, cause);
    return { approval: null };
  }
  const rev = await revOfFields(trx, region, fieldsOf(request));
  const approval = await requestApproval(trx, now, {
    ...{ act, body: request, why, regions, requestedBy },
    record: { kind: 'settings', id: code, rev },
  });
  audit({
    ...{ kind: 'approval', id: approval, region },
    before: null,
    after: { changes: request.changes.length },
  });
  return { approval };
}

/** True if the settings have the values that the operator saw. */
function hasSeenValues(settings: object, request: SettingsRequest): boolean {
  const current = valuesOf(settings, fieldsOf(request));
  return request.changes.every(({ field, before }) => isDeepStrictEqual(current[field], before));
}

/** The version that a request adds in a country. */
const toRequestedVersion = ({ changes, starts_on }: SettingsRequest, region: RegionId) => ({
  region,
  changes: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
  startsAt: startOfDay(regionCodeOf(region), starts_on),
});

const fieldsOf = ({ changes }: SettingsRequest) => changes.map(({ field }) => field);

/**
 * Approval of changed settings. The approval becomes void if one of the fields gets another version or value in the
 * meantime.
 */
async function planVersion(
  trx: Transaction<Database>,
  request: SettingsRequest,
  { requestedBy, audit, services }: Cause,
): Promise<void> {
  const now = services.clock.now();
  for (const region of request.regions) {
    const code = regionCodeOf(region);
    const settings = await lockCurrentSettings(trx, code, now);
    if (settings === null || !hasSeenValues(settings, request)) throw new ApiFailure('conflict');
    const version = toRequestedVersion(request, region);
    const problem = await findChangeProblem(trx, settings, version);
    if (problem !== null) throw problem;
    const newVersion = { ...version, source: 'console', createdBy: requestedBy } as const;
    const id = await addVersion(trx, settings, newVersion, now);
    audit({
      ...{ kind: 'settings_version', id, region },
      before: valuesOf(settings, fieldsOf(request)),
      after: { ...version.changes, starts_on: request.starts_on },
    });
  }
}

/** Approval of changed settings. Void if one of the fields gets another version or value in the meantime. */
export const settingsApproval: ApprovableAction = {
  right: 'settings.edit',
  readRev: async (trx, _id, body) => {
    // Written by `requestApproval` with the same type.
    const request = body as SettingsRequest;
    const [region] = request.regions;
    const settings = region === undefined ? null : await lockSettings(trx, regionCodeOf(region));
    // A server of the previous version writes the settings without a version.
    if (region === undefined || settings === null || !hasSeenValues(settings, request)) return null;
    if (await findChangeProblem(trx, settings, toRequestedVersion(request, region))) return null;
    return revOfFields(trx, region, fieldsOf(request));
  },
  regionsOf: (body) => (body as SettingsRequest).regions,
  run: (trx, { body, requestedBy, services, audit }) =>
    planVersion(trx, body as SettingsRequest, { requestedBy, services, audit }),
};
