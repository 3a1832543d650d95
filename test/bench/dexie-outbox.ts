/**
 * A hand-written outbox on Dexie, for comparison: it saves scans and sends them in order. It has no
 * conflicts, retries, live lists or pulls.
 */
import { Dexie, type EntityTable } from 'dexie';
import { calls } from '#schemas/api/calls.ts';
import { MAX_BULK, type ScanEdit } from '#schemas/api/scan-calls.ts';
import { browserServices } from '#src/data/browser-services.ts';
import type { CapturedScan } from '#sync/entities/scans/machine.ts';

declare global {
  interface Window {
    dexieOutbox?: {
      /**
       * Saves scans one by one.
       * @returns the durations in ms
       */
      saveEach(scans: readonly CapturedScan[], projectId: string): Promise<number[]>;
      /** Saves scans in one transaction. */
      saveAll(scans: readonly CapturedScan[], projectId: string): Promise<void>;
      /**
       * Sends everything unsent.
       * @throws if the server rejects a scan
       */
      send(): Promise<void>;
    };
  }
}

interface UnsentScan {
  readonly position: number;
  readonly uuid: string;
}

const database = new Dexie('dexie-outbox') as Dexie & {
  scans: EntityTable<ScanEdit, 'uuid'>;
  outbox: EntityTable<UnsentScan, 'position'>;
};
database.version(1).stores({ scans: 'uuid', outbox: '++position' });
await database.open();
const { transport } = await browserServices(async () => []);

/** Writes scans and their places in the outbox in one transaction. */
async function save(scans: readonly CapturedScan[], projectId: string): Promise<void> {
  const edits = scans.map((scan) => toEdit(scan, projectId));
  await database.transaction('rw', database.scans, database.outbox, async () => {
    await database.scans.bulkAdd(edits);
    await database.outbox.bulkAdd(edits.map(({ uuid }) => ({ uuid })));
  });
}

function toEdit(
  { type, size, variant, serial_number, is_unique, manual }: CapturedScan,
  projectId: string,
): ScanEdit {
  return {
    uuid: crypto.randomUUID(),
    op_id: crypto.randomUUID(),
    base_op_id: null,
    deleted: false,
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

window.dexieOutbox = {
  async saveEach(scans, projectId) {
    const durations: number[] = [];
    for (const scan of scans) {
      const start = performance.now();
      await save([scan], projectId);
      durations.push(performance.now() - start);
    }
    return durations;
  },
  saveAll: save,
  async send() {
    for (;;) {
      const unsent = await database.outbox.limit(MAX_BULK).toArray();
      if (unsent.length === 0) return;
      const rows = await database.scans.bulkGet(unsent.map(({ uuid }) => uuid));
      const scans = rows.filter((row) => row !== undefined);
      const { data } = await transport.call(calls.sendScans, { body: { scans } });
      const rejected = data.find(({ error }) => error !== null);
      if (rejected) throw new Error(`A scan was rejected: ${rejected.error?.code ?? ''}`);
      await database.outbox.bulkDelete(unsent.map(({ position }) => position));
    }
  },
};
