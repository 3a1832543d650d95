/** RxDB with its own replication, as its documentation describes it. */
import { createRxDatabase, type RxCollection, type RxJsonSchema } from 'rxdb';
import { replicateRxCollection } from 'rxdb/plugins/replication';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { filter, firstValueFrom } from 'rxjs';
import { MAX_BULK } from '#schemas/api/scan-calls.ts';
import {
  type OpenPeerStore,
  type PeerProject,
  type PeerScan,
  readProjects,
  readScans,
  RETRY_MS,
  sendScans,
  type ServerCounts,
  toPeerScan,
} from './peer-store.ts';

const id = { type: 'string', maxLength: 36 } as const;
const scanSchema: RxJsonSchema<PeerScan> = {
  version: 0,
  primaryKey: 'uuid',
  type: 'object',
  properties: {
    uuid: id,
    op_id: id,
    projects_id: id,
    type: { type: 'string' },
    size: { type: 'string' },
    variant: { type: 'string' },
    serial_number: { type: ['string', 'null'] },
    is_unique: { type: 'boolean' },
    manual: { type: 'boolean' },
    survey: { type: ['string', 'null'] },
    image_data: { type: ['string', 'null'] },
    time: { type: 'number' },
  },
  required: ['op_id', 'projects_id'],
  indexes: ['projects_id'],
};
const projectSchema: RxJsonSchema<PeerProject> = {
  version: 0,
  primaryKey: 'uuid',
  type: 'object',
  properties: { uuid: id, street_name: { type: 'string' } },
};

/** RxDB merges checkpoints, so they are objects. */
interface Checkpoint {
  readonly since: string;
}

/** Marks a pulled row as existing, which RxDB's replication expects. */
const existing = <Row>(row: Row) => ({ ...row, _deleted: false });

export const openStore: OpenPeerStore = async ({ transport }) => {
  const database = await createRxDatabase<{
    scans: RxCollection<PeerScan>;
    projects: RxCollection<PeerProject>;
  }>({ name: 'rxdb-replication', storage: getRxStorageDexie(), multiInstance: false });
  const { scans, projects } = await database.addCollections({
    scans: { schema: scanSchema },
    projects: { schema: projectSchema },
  });
  const common = { live: true, retryTime: RETRY_MS, autoStart: false } as const;
  const scanReplication = replicateRxCollection<PeerScan, Checkpoint>({
    ...common,
    collection: scans,
    replicationIdentifier: 'scans',
    push: {
      batchSize: MAX_BULK,
      async handler(rows) {
        await sendScans(
          transport,
          rows.map(({ newDocumentState: { _deleted, ...scan } }) => scan),
        );
        return [];
      },
    },
    pull: {
      batchSize: MAX_BULK,
      async handler({ since } = { since: '' }) {
        const { rows, checkpoint } = await readScans(transport, since);
        return { documents: rows.map(existing), checkpoint: { since: checkpoint } };
      },
    },
  });
  const projectReplication = replicateRxCollection<PeerProject, Checkpoint>({
    ...common,
    collection: projects,
    replicationIdentifier: 'projects',
    pull: {
      batchSize: MAX_BULK,
      async handler({ since } = { since: '' }) {
        const { rows, checkpoint } = await readProjects(transport, since);
        return { documents: rows.map(existing), checkpoint: { since: checkpoint } };
      },
    },
  });
  return {
    async save(captured, projectId) {
      const { error } = await scans.bulkInsert(captured.map((scan) => toPeerScan(scan, projectId)));
      if (error.length > 0) throw new Error(`${error.length} scans weren’t saved.`);
    },
    watch(projectId, onChange) {
      scans
        .find({ selector: { projects_id: projectId } })
        .$.subscribe((documents) => onChange(documents.length));
    },
    async send() {
      await scanReplication.start();
      await scanReplication.awaitInSync();
    },
    async pull(counts: ServerCounts) {
      await Promise.all([projectReplication.start(), scanReplication.start()]);
      await Promise.all([
        firstValueFrom(projects.count().$.pipe(filter((count) => count >= counts.projects))),
        firstValueFrom(scans.count().$.pipe(filter((count) => count >= counts.scans))),
      ]);
    },
  };
};
