import { randomUUID } from 'node:crypto';
import { DEVICE_TIME_HEADER } from '#schemas/api/api-header.ts';
import { calls } from '#schemas/api/calls.ts';
import { HOUR_MS, MINUTE_MS } from '#schemas/durations.ts';
import { signedPoints } from '#schemas/ledger.ts';
import { reviewCalls } from '#schemas/operator/review-calls.ts';
import { type RegionCode, regionIdOf } from '#schemas/regions.ts';
import { type ScanSave } from '#schemas/scan.ts';
import { toJsonb } from '#server/db/jsonb.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import { loadDemoSettings } from '#server/demo/load-demo-data.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { uploadOf } from './photo-upload.ts';
import { nextSerial, saveOf } from './scan-setup.ts';
import { type AccountKey } from './test-accounts.ts';

/** Shorter than an installer's access token is valid. */
const SESSION_MS = 5 * MINUTE_MS;

/** A reviewer with a session. */
export interface TestReviewer {
  readonly id: string;
  readonly token: string;
}

export interface ReviewConsole extends TestConsole {
  addReviewer: (...regions: readonly RegionCode[]) => Promise<TestReviewer>;
  /** Uploads a photo that no other product has. */
  uploadPhoto: (account?: AccountKey) => Promise<string>;
  save: (scans: readonly ScanSave[], account?: AccountKey) => Promise<void>;
  newProject: (account?: AccountKey) => Promise<string>;
  submit: (project: string, account?: AccountKey) => Promise<void>;
  /** A submitted project with products without signals; each needs a review. */
  newSubmittedProject: (
    count: number,
    account?: AccountKey,
  ) => Promise<{ id: string; saves: ScanSave[] }>;
  claim: (
    reviewer: TestReviewer,
    skipped?: readonly string[],
  ) => Promise<readonly ClaimedProduct[]>;
}

/** A claimed product and its version. */
interface ClaimedProduct {
  readonly scan: string;
  readonly version: number;
  readonly project: string;
}

let photos = 0;
let scans = 0;
/** A save with a separate time, so that no two products are scanned within ten minutes. */
function spacedSave(project: string, now: number, changes: Partial<ScanSave> = {}) {
  scans += 1;
  return saveOf(nextSerial(), project, { time: now - scans * HOUR_MS, ...changes });
}

/** Starts a console for reviewers; its countries have no closing questions. */
export async function startReviewConsole(): Promise<ReviewConsole> {
  const server = await startConsole({ variables: { RATE_LIMIT_FACTOR: '1000000' } });
  await loadDemoSettings(server.db);
  await server.db
    .updateTable('region_settings')
    .set({ closing_survey: toJsonb([]) })
    .execute();
  const sessions = new Map<AccountKey, { token: string; until: number }>();
  const tokenOf = async (account: AccountKey) => {
    const now = server.clock.now();
    const session = sessions.get(account);
    if (session && session.until > now) return session.token;
    const { token } = await server.signInAs(account);
    sessions.set(account, { token, until: now + SESSION_MS });
    return token;
  };
  const uploadPhoto: ReviewConsole['uploadPhoto'] = async (account = 'polishOwner') => {
    photos += 1;
    const photo = uploadOf(drawDemoPhoto(1, [photos % 200, Math.floor(photos / 200), 225]));
    await server.call(calls.uploadPhoto, { body: photo }, await tokenOf(account));
    return photo.fields.uuid;
  };
  const newProject: ReviewConsole['newProject'] = async (account = 'polishOwner') => {
    const body = { streetName: 'ul. Lipowa 1', postalCode: '00-001', city: 'Łódź' };
    return (await server.call(calls.createProject, { body }, await tokenOf(account))).result.uuid;
  };
  const save: ReviewConsole['save'] = async (saves, account = 'polishOwner') => {
    const headers = { [DEVICE_TIME_HEADER]: String(server.clock.now()) };
    const input = { body: { scans: [...saves] }, headers };
    const { result } = await server.call(calls.sendScans, input, await tokenOf(account));
    const failedScans = result.data.filter(({ error }) => error);
    if (failedScans.length > 0)
      throw new Error(`A scan wasn’t saved: ${failedScans[0]?.error?.code}`);
  };
  const submit: ReviewConsole['submit'] = async (id, account = 'polishOwner') => {
    const body = { uuid: randomUUID(), data: { response: [] } };
    const input = { params: { id }, body };
    await server.call(calls.submitProjectSurvey, input, await tokenOf(account));
  };
  return {
    ...server,
    ...{ uploadPhoto, newProject, save, submit },
    addReviewer: async (...regions) => {
      const id = await server.addOperator(grantsOf('reviewer', regions.map(regionIdOf)));
      return { id, token: await server.startSession(id) };
    },
    newSubmittedProject: async (count, account = 'polishOwner') => {
      const id = await newProject(account);
      const saves: ScanSave[] = [];
      for (let index = 0; index < count; index += 1) {
        const image_data = await uploadPhoto(account);
        saves.push(spacedSave(id, server.clock.now(), { image_data }));
      }
      await save(saves, account);
      await submit(id, account);
      return { id, saves };
    },
    claim: async ({ token }, skippedScans = []) => {
      const input = { body: { skipped: [...skippedScans] } };
      const { result } = await server.operate(reviewCalls.claimProducts, input, token);
      return result.products.map(({ scan, version, project }) => ({ scan, version, project }));
    },
  };
}

/**
 * Sends decisions, by default once.
 * @param key idempotency key
 */
export function decide(
  server: ReviewConsole,
  { token }: TestReviewer,
  decisions: readonly Readonly<{
    scan: string;
    version: number;
    kind?: 'accept' | 'reject' | 'request_photo';
    code?: string;
    note?: string;
  }>[],
  key: string = randomUUID(),
) {
  const body = {
    decisions: decisions.map(({ scan, version, kind = 'accept', code, note }) => ({
      ...{ scan, kind, seen_version: version },
      ...(kind !== 'accept' && { code: code ?? 'label_unreadable' }),
      ...(note !== undefined && { note }),
    })),
    why: 'review',
  };
  const headers = { 'idempotency-key': key };
  return server.operate(reviewCalls.decideReviewedProducts, { body, headers }, token);
}

/** Undoes decisions. */
export function undo(
  server: ReviewConsole,
  { token }: TestReviewer,
  decisions: readonly string[],
  key: string = randomUUID(),
) {
  const body = { decisions: [...decisions], why: 'a mistake' };
  const headers = { 'idempotency-key': key };
  return server.operate(reviewCalls.undoDecisions, { body, headers }, token);
}

/** Signed sum of the ledger entries of a project's products. */
export async function ledgerPoints({ db }: ReviewConsole, project: string): Promise<number> {
  const entries = await db
    .selectFrom('ledger')
    .select(['points', 'variation'])
    .where('project_uuid', '=', project)
    .where('event', 'in', ['project_closed', 'project_correction', 'campaign'])
    .execute();
  return entries.reduce((sum, entry) => sum + signedPoints(entry), 0);
}

/** The project's status, read from the database. */
export async function projectStatusOf({ db }: ReviewConsole, project: string) {
  const row = db.selectFrom('projects').select('status').where('uuid', '=', project);
  return (await row.executeTakeFirstOrThrow()).status;
}
