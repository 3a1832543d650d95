import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { expect } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import type { ScanEdit, ScanVerdict } from '#schemas/api/scan-calls.ts';
import type { ProjectDetail } from '#schemas/project.ts';
import type { ScanRemoval, ScanSave } from '#schemas/scan.ts';
import { allowedTypes, requiresProductSurvey, windowCategories } from '#schemas/product-type.ts';
import { roles } from '#schemas/roles.ts';
import { requiresTagPhoto } from '#schemas/serial-number.ts';
import type { SurveyResponse } from '#schemas/survey.ts';
import { loadDemoSettings } from '#server/demo/load-demo-data.ts';
import { demoProductTypes } from '#server/demo/product-catalogue.ts';
import { demoRegionSettings } from '#server/demo/region-settings.ts';
import { freeDemoSerials, type DemoSerial } from '#server/demo/serials.ts';
import type { ScansTable } from '#server/scans/scan-tables.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import type { AccountKey } from './test-accounts.ts';

/** A server with the demo's settings and registry, and signed-in people. */
export interface ScanServer extends TestApp {
  /** Returns an account's access token; signs in once. */
  tokenOf: (account: AccountKey) => Promise<string>;
  /** Creates an open project for the account's company. */
  newProject: (account: AccountKey) => Promise<string>;
  /** Sends scans in one request. */
  saveScans: (scans: ScanEdit[], account?: AccountKey) => Promise<ScanVerdict[]>;
  storedScan: (uuid: string) => Promise<Selectable<ScansTable> | undefined>;
  /** A project as the Polish owner sees it. */
  projectDetail: (id: string) => Promise<ProjectDetail>;
}

export async function startScanServer(variables: Record<string, string> = {}): Promise<ScanServer> {
  const server = await startTestApp({
    variables: { RATE_LIMIT_FACTOR: '1000000', ...variables },
  });
  await loadDemoSettings(server.db);
  const tokens = new Map<AccountKey, Promise<string>>();
  const tokenOf = (account: AccountKey): Promise<string> => {
    const cachedToken = tokens.get(account);
    if (cachedToken) return cachedToken;
    const token = server.signInAs(account).then((session) => session.token);
    tokens.set(account, token);
    return token;
  };
  return {
    ...server,
    tokenOf,
    newProject: async (account) => {
      const body = { streetName: 'ul. Lipowa 1', postalCode: '00-001', city: 'Łódź' };
      const response = await server.call(calls.createProject, { body }, await tokenOf(account));
      return response.result.uuid;
    },
    saveScans: async (scans, account = 'polishOwner') => {
      const token = await tokenOf(account);
      const response = await server.call(calls.sendScans, { body: { scans } }, token);
      expect(response.status).toBe(200);
      return response.result.data;
    },
    storedScan: (uuid) =>
      server.db.selectFrom('scans').selectAll().where('uuid', '=', uuid).executeTakeFirst(),
    projectDetail: async (id) => {
      const token = await tokenOf('polishOwner');
      return (await server.call(calls.getProject, { params: { id } }, token)).result;
    },
  };
}

/** Error code of each verdict, or its status. */
export const verdictCodes = (verdicts: readonly ScanVerdict[]) =>
  verdicts.map(({ status, error }) => error?.code ?? status);

const rules = demoRegionSettings[0]?.configuration.requires_tag_photo ?? [];
const ownerTypes = allowedTypes(demoProductTypes, roles.owner);

/** Unused serials that an owner can save without a survey or a photo. */
export const plainSerials = freeDemoSerials().filter(
  ({ code, type, variant }) =>
    ownerTypes.has(type) &&
    !requiresProductSurvey(demoProductTypes, type) &&
    !requiresTagPhoto(code, variant, rules),
);
/** Unused serials whose type has a survey question. */
export const serialsWithSurvey = freeDemoSerials().filter(
  ({ type }) => ownerTypes.has(type) && requiresProductSurvey(demoProductTypes, type),
);
/** Unused serials that need a photo of the data plate. */
export const serialsWithTagPhoto = freeDemoSerials().filter(({ code, variant }) =>
  requiresTagPhoto(code, variant, rules),
);
/** An answer to the demo's product question. */
export const productAnswer = JSON.stringify([{ question_id: 300, answer_id: 301, value: null }]);

const windowTypes = new Set(
  demoProductTypes
    .filter(({ tier_category }) => windowCategories.includes(tier_category))
    .map(({ type }) => type),
);
/** True for windows; false for blinds, flashings and other parts. */
export const isWindow = ({ type }: DemoSerial) => windowTypes.has(type);

/** A complete answer to Poland's closing survey in the demo. */
export const closingAnswers: SurveyResponse = [
  { question_id: 500, answer_id: 503, value: null },
  { question_id: 510, answer_id: null, value: 4 },
  { question_id: 520, answer_id: 521, value: null },
  { question_id: 520, answer_id: 524, value: null },
];

let usedCount = 0;
/** Returns a plain serial that no other test of the file uses. */
export function nextSerial(): DemoSerial {
  const serial = plainSerials[usedCount];
  usedCount += 1;
  if (!serial) throw new Error('The test has used up the plain serial numbers.');
  return serial;
}

/** Returns the next matching plain serial, unused by other tests of the file. */
export function nextSerialOf(matches: (serial: DemoSerial) => boolean): DemoSerial {
  const serial = nextSerial();
  return matches(serial) ? serial : nextSerialOf(matches);
}

/** Returns a valid save of a serial, with the given changes. */
export function saveOf(
  { code, type, size, variant }: DemoSerial,
  projectId: string,
  changes: Partial<ScanSave> = {},
): ScanSave {
  return {
    uuid: randomUUID(),
    op_id: randomUUID(),
    base_op_id: null,
    deleted: false,
    type,
    size,
    variant,
    projects_id: projectId,
    serial_number: code,
    is_unique: true,
    survey: null,
    image_data: null,
    manual: false,
    time: 1_700_000_000_000,
    ...changes,
  };
}

export function removalOf(uuid: string): ScanRemoval {
  return { uuid, op_id: randomUUID(), deleted: true };
}
