/** The work that every compared store must do, and the scans that the stores send. */
import { calls } from '#schemas/api/calls.ts';
import { MAX_BULK, type ScanEdit } from '#schemas/api/scan-calls.ts';
import type { Scan, ScanSave } from '#schemas/scan.ts';
import type { Services } from '#src/data/services.ts';
import type { CapturedScan } from '#sync/entities/scans/scan-events.ts';
import type { Transport } from '#sync/http/transport.ts';

/** Numbers of the account's records on the server. */
export interface ServerCounts {
  readonly projects: number;
  readonly scans: number;
}

export interface PeerStore {
  /** Saves new scans to a project in one transaction. Resolves once they are durable. */
  save(scans: readonly CapturedScan[], projectId: string): Promise<void>;
  /**
   * Reports the number of scans in a project, first from disk and then after each change. Each time, it
   * reads the scans themselves, as a list does.
   */
  watch(projectId: string, onChange: (count: number) => void): void;
  /** Resolves once the server has acknowledged every scan. */
  send(): Promise<void>;
  /** Stores the server's projects and scans. */
  pull(counts: ServerCounts): Promise<void>;
}

/** Opens a store of the signed-in person. */
export type OpenPeerStore = (services: Services) => Promise<PeerStore>;

/** Time between attempts to send, in ms. */
export const RETRY_MS = 250;

/** `last_page` of a page that the server cut short. */
const CUT_SHORT = 2;

/** A scan as most stores save it; the server's own fields, such as points, are left out. */
export type PeerScan = Omit<ScanSave, 'deleted' | 'base_op_id' | 'photo_of'>;

/** A project as most stores save it. */
export interface PeerProject {
  readonly uuid: string;
  readonly street_name: string;
}

export function toPeerScan(
  { type, size, variant, serial_number, is_unique, manual }: CapturedScan,
  projectId: string,
): PeerScan {
  return {
    uuid: crypto.randomUUID(),
    op_id: crypto.randomUUID(),
    type,
    size,
    variant,
    serial_number,
    is_unique,
    manual,
    projects_id: projectId,
    survey: null,
    image_data: null,
    time: Date.now(),
  };
}

/**
 * Sends scans in one request.
 * @throws Error if the server rejects one
 */
export async function sendScans(transport: Transport, scans: readonly PeerScan[]): Promise<void> {
  const edits = scans.map((scan): ScanEdit => ({ ...scan, base_op_id: null, deleted: false }));
  const { data } = await transport.call(calls.sendScans, { body: { scans: edits } });
  const rejected = data.find(({ error }) => error !== null);
  if (rejected) throw new Error(`A scan was rejected: ${rejected.error?.code ?? ''}`);
}

/** Runs a step until it succeeds, for stores without their own retries. */
export async function retry<Result>(step: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await step();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** Rows after a checkpoint, and the next checkpoint. */
interface Rows<Row> {
  readonly rows: readonly Row[];
  readonly checkpoint: string;
}

/** Returns the server's scans after a checkpoint; fewer than `MAX_BULK` mean the end. */
export const readScans = (transport: Transport, since: string): Promise<Rows<PeerScan>> =>
  readPage(since, async (checkpoint) => {
    const query = { since: checkpoint, limit: MAX_BULK };
    const { data, meta } = await transport.call(calls.listScans, { query });
    return { rows: data.flatMap(toStoredScan), meta };
  });

/** Returns the server's projects after a checkpoint; fewer than `MAX_BULK` mean the end. */
export const readProjects = (transport: Transport, since: string): Promise<Rows<PeerProject>> =>
  readPage(since, async (checkpoint) => {
    const query = { since: checkpoint, limit: MAX_BULK };
    const { data, meta } = await transport.call(calls.listProjects, { query });
    const rows = data.flatMap(({ deleted, uuid, street_name }): PeerProject[] =>
      deleted ? [] : [{ uuid, street_name }],
    );
    return { rows, meta };
  });

/** Reads a page, and continues while the server cuts pages short. */
async function readPage<Row>(
  since: string,
  read: (checkpoint: string) => Promise<{
    rows: readonly Row[];
    meta: { checkpoint?: string | undefined; last_page: number };
  }>,
): Promise<Rows<Row>> {
  const { rows, meta } = await read(since);
  const checkpoint = meta.checkpoint ?? since;
  if (rows.length >= MAX_BULK || meta.last_page !== CUT_SHORT || checkpoint === since) {
    return { rows, checkpoint };
  }
  const next = await readPage(checkpoint, read);
  return { rows: [...rows, ...next.rows], checkpoint: next.checkpoint };
}

/** Reads pages until the store has as many rows as the server. */
export async function pullAll<Row>(
  count: number,
  read: (since: string) => Promise<Rows<Row>>,
  write: (rows: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  let since = '';
  for (let total = 0; total < count;) {
    const { rows, checkpoint } = await read(since);
    if (checkpoint === since) throw new Error(`The server has only ${total} of ${count} rows.`);
    await write(rows);
    total += rows.length;
    since = checkpoint;
  }
}

function toStoredScan(scan: Scan): PeerScan[] {
  const { uuid, op_id, projects_id, type, size, variant, serial_number } = scan;
  const { is_unique, manual, survey, image_data, time } = scan;
  if (scan.deleted) return [];
  const product = { type, size, variant, serial_number, is_unique, manual };
  return [{ uuid, op_id, projects_id, ...product, survey, image_data, time }];
}
