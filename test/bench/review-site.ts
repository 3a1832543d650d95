import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Client } from 'pg';
import { calls } from '#schemas/api/calls.ts';
import { HOUR_MS } from '#schemas/durations.ts';
import { signedPoints } from '#schemas/ledger.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { openClub, type SignedIn } from '#test/e2e-fixtures/club.ts';
import type { ConsoleSite } from '#test/e2e-fixtures/console.ts';
import loadDemoData, { createDemoDatabaseCopy } from '#test/e2e-fixtures/demo-data.ts';
import { uploadOf } from '#test/server/photo-upload.ts';
import { freePort } from '#test/setup/free-port.ts';
import { executeOn } from '#test/setup/postgres-client.ts';
import { root } from '#test/setup/source-tree.ts';
import { makeProjects, simpleSerials } from './device-load.ts';

const PRODUCTS_PER_PROJECT = 10;

/** A console on PostgreSQL whose queue contains only the given products. */
export interface ReviewSite extends ConsoleSite {
  readonly databaseUrl: string;
  close(): Promise<void>;
}

/** Starts the server in its own process, on its own PostgreSQL with the demo's data. */
export async function openReviewSite(): Promise<ReviewSite> {
  const removeDemo = await loadDemoData();
  const database = await createDemoDatabaseCopy();
  if (!database) throw new Error('This benchmark needs PostgreSQL.');
  await executeOn(database.url, "update region_settings set closing_survey = '[]'::jsonb");
  await executeOn(database.url, "update scans set flag = 'valid' where flag = 'in_review'");
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const environment = {
    DATABASE_URL: database.url,
    CONSOLE_PORT: String(port),
    CONSOLE_URL: url,
    CONSOLE_DIR: join(root, 'dist-console'),
  };
  const club = await openClub(environment, 'own');
  const close = async () => {
    await club.close();
    await database.drop();
    await removeDemo();
  };
  return { club, url, passkeys: [], databaseUrl: database.url, close };
}

/**
 * Draws photos of 1600 × 1200 pixels, each different.
 * @param bytes size of each; determines the quality
 */
export async function drawPhotos(page: Page, count: number, bytes: number): Promise<Buffer[]> {
  const photos: Buffer[] = [];
  for (let index = 0; index < count; index += 1) {
    const base64 = await page.evaluate(
      async ([seed, size]) => {
        const canvas = new OffscreenCanvas(1600, 1200);
        const context = canvas.getContext('2d');
        if (!context) throw new Error('The canvas has no 2D context.');
        for (let y = 0; y < 60; y += 1) {
          for (let x = 0; x < 80; x += 1) {
            const value = (x * 7919 + y * 104_729 + seed * 1_299_709) % 360;
            context.fillStyle = `hsl(${value} 40% ${30 + ((value * 31 + x * y) % 50)}%)`;
            context.fillRect(x * 20, y * 20, 20, 20);
          }
        }
        context.font = '240px sans-serif';
        context.fillStyle = 'white';
        context.fillText(String(seed), 600, 700);
        let [low, high] = [0.05, 1];
        let blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: high });
        for (let step = 0; step < 6; step += 1) {
          const quality = (low + high) / 2;
          blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
          if (blob.size > size) high = quality;
          else low = quality;
        }
        const data = new Uint8Array(await blob.arrayBuffer());
        return data.toBase64();
      },
      [index, bytes] as const,
    );
    photos.push(Buffer.from(base64, 'base64'));
  }
  return photos;
}

/**
 * Adds a product in review for each photo, in submitted projects.
 * @returns the projects
 */
export async function submitProducts(
  owner: SignedIn,
  photos: readonly Buffer[],
  firstSerial: number,
): Promise<string[]> {
  const serials = simpleSerials(firstSerial + photos.length).slice(firstSerial);
  const projects = await makeProjects(owner, Math.ceil(photos.length / PRODUCTS_PER_PROJECT));
  for (const [index, { type, size, variant, code }] of serials.entries()) {
    const upload = uploadOf(photos[index] ?? Buffer.alloc(0), 'image/jpeg');
    await owner.call(calls.uploadPhoto, { body: upload });
    const scan = {
      uuid: randomUUID(),
      op_id: randomUUID(),
      base_op_id: null,
      deleted: false as const,
      ...{ type, size, variant },
      projects_id: projects[Math.floor(index / PRODUCTS_PER_PROJECT)] ?? '',
      serial_number: code,
      is_unique: true,
      survey: null,
      image_data: upload.fields.uuid,
      manual: false,
      // More than ten minutes apart, since products scanned closer together would show reviewers a warning.
      time: Date.now() - (index + 1) * HOUR_MS,
    };
    const { data } = await owner.call(calls.sendScans, { body: { scans: [scan] } });
    const rejected = data.find(({ error }) => error !== null);
    if (rejected) throw new Error(`A scan was rejected: ${rejected.error?.code ?? ''}`);
  }
  for (const id of projects) {
    const body = { uuid: randomUUID(), data: { response: [] } };
    await owner.call(calls.submitProjectSurvey, { params: { id }, body });
  }
  return projects;
}

/** Counts of the projects' products by the state of their decisions in the database. */
export interface Outcome {
  readonly decided: number;
  /** Products without a decision that took effect. */
  readonly lost: number;
  /** Products with more than one decision. */
  readonly duplicated: number;
  /** Points of accepted products, and points in the ledger. */
  readonly points: readonly [earned: number, inLedger: number];
}

/** Waits until the last decision of each project has closed it, and reads the outcome. */
export async function readOutcome(
  databaseUrl: string,
  projects: readonly string[],
): Promise<Outcome> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const read = async <Row extends object>(query: string) =>
    (await client.query<Row>(query, [projects])).rows;
  try {
    const open = `select uuid from projects where uuid = any($1) and status <> ${projectStatus.closed}`;
    const deadline = Date.now() + 60_000;
    while ((await read(open)).length > 0 && Date.now() < deadline);
    const products = await read<{ count: number; flag: string; points: number }>(
      `select flag, points, (select count(*)::int from review_decisions
         where scan = scans.uuid and outcome = 'done') as count
       from scans where projects_id = any($1) and not deleted`,
    );
    const entries = await read<Parameters<typeof signedPoints>[0]>(
      `select points, variation from ledger where project_uuid = any($1)
         and event in ('project_closed', 'campaign', 'project_correction')`,
    );
    const accepted = products.filter(({ flag }) => flag === 'valid');
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    return {
      decided: products.filter(({ count }) => count === 1).length,
      lost: products.filter(({ count }) => count === 0).length,
      duplicated: products.filter(({ count }) => count > 1).length,
      points: [sum(accepted.map(({ points }) => points)), sum(entries.map(signedPoints))],
    };
  } finally {
    await client.end();
  }
}
