import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { signedPoints } from '#schemas/ledger.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { type Scan, type ScanSave } from '#schemas/scan.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import { decideProducts, type ProductDecision } from '#server/projects/decide-products.ts';
import { loadProjectForOperator } from '#server/projects/operator-projects.ts';
import { uploadOf } from './photo-upload.ts';
import {
  closingAnswers,
  nextSerial,
  saveOf,
  type ScanServer,
  startScanServer,
} from './scan-setup.ts';

export let server: ScanServer;
export let token: string;
/** Starts a server for the tests of a file, with the Polish owner signed in. */
export function withReviewServer(): void {
  beforeAll(async () => {
    server = await startScanServer();
    await signIn();
  });
  afterAll(() => server.close());
}

async function signIn(): Promise<void> {
  token = (await server.signInAs('polishOwner')).token;
}

/** Advances the clock past the end of the session, and signs in again. */
export async function advance(milliseconds: number): Promise<void> {
  server.clock.advance(milliseconds);
  await signIn();
}

export async function saveScans(scans: ScanSave[]) {
  const response = await server.call(calls.sendScans, { body: { scans } }, token);
  expect(response.status).toBe(200);
  return response.result.data;
}

export async function projectDetail(id: string) {
  return (await server.call(calls.getProject, { params: { id } }, token)).result;
}

export async function newProject(): Promise<string> {
  const body = { streetName: 'ul. Lipowa 1', postalCode: '00-001', city: 'Łódź' };
  return (await server.call(calls.createProject, { body }, token)).result.uuid;
}

async function uploadPhoto(): Promise<string> {
  const photo = uploadOf(drawDemoPhoto());
  await server.call(calls.uploadPhoto, { body: photo }, token);
  return photo.fields.uuid;
}

/** Submits a project with products that need a review, and one product that doesn't. */
export async function newSubmittedProject(reviewedCount = 2) {
  const id = await newProject();
  const plainSave = saveOf(nextSerial(), id);
  const reviewedSaves: ScanSave[] = [];
  for (let index = 0; index < reviewedCount; index += 1) {
    const image_data = await uploadPhoto();
    reviewedSaves.push(saveOf(nextSerial(), id, { image_data, photo_of: 'label' }));
  }
  await saveScans([plainSave, ...reviewedSaves]);
  const body = { uuid: randomUUID(), data: { response: closingAnswers } };
  const closeResponse = await server.call(
    calls.submitProjectSurvey,
    { params: { id }, body },
    token,
  );
  expect(closeResponse.result.status.id).toBe(projectStatus.inReview);
  const [first = plainSave, second = plainSave] = reviewedSaves;
  return { id, plain: plainSave, reviewed: reviewedSaves, first, second };
}

export const rejection = (
  code = 'label_unreadable',
  note: string | null = null,
): ProductDecision => ({
  kind: 'reject',
  code,
  note,
});
export const photoRequest: ProductDecision = {
  kind: 'request_photo',
  code: 'photo_mismatch',
  note: 'Step closer.',
};
export const decide = (id: string, scans: readonly { uuid: string }[], decision: ProductDecision) =>
  decideProducts(
    id,
    scans.map(({ uuid }) => uuid),
    decision,
    server.services,
  );

export const versionOf = async (id: string) =>
  (await loadProjectForOperator(server.db, id)).version;

export const productsOf = async (id: string) => (await projectDetail(id)).products;
export async function productOf(id: string, { uuid }: { uuid: string }): Promise<Scan> {
  const product = (await productsOf(id)).find((candidate) => candidate.uuid === uuid);
  if (!product) throw new Error('The project has no such product.');
  return product;
}

/** Sum of the ledger entries of a project's products. */
export async function loadAddedPoints(id: string): Promise<number> {
  const entries = await server.db
    .selectFrom('ledger')
    .select(['points', 'variation'])
    .where('project_uuid', '=', id)
    .where('event', 'in', ['project_closed', 'project_correction'])
    .execute();
  return entries.reduce((sum, entry) => sum + signedPoints(entry), 0);
}
export const validPoints = async (id: string) =>
  (await productsOf(id)).reduce(
    (sum, { flag, points }) => (flag === 'valid' ? sum + points : sum),
    0,
  );

/** Sends the device's edit that replaces only the photo. */
export async function newPhoto(id: string, save: ScanSave, changes: Partial<ScanSave> = {}) {
  const storedProduct = await productOf(id, save);
  const image_data = await uploadPhoto();
  const edit = {
    ...save,
    base_op_id: storedProduct.op_id,
    op_id: randomUUID(),
    image_data,
    ...changes,
  };
  return { edit, verdicts: await saveScans([edit]) };
}

export async function notificationsOf(id: string): Promise<string[]> {
  const { result } = await server.call(calls.listNotifications, { query: { limit: 1000 } }, token);
  return result.data.flatMap(({ event, meta }) => (meta.project_uuid === id ? [event] : []));
}
