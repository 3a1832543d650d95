/**
 * A hand-written outbox on Dexie, which shows the minimum cost of this work. It handles no conflicts and doesn't
 * coordinate tabs.
 */
import { Dexie, type EntityTable, liveQuery } from 'dexie';
import { MAX_BULK } from '#schemas/api/scan-calls.ts';
import {
  type OpenPeerStore,
  type PeerProject,
  type PeerScan,
  pullAll,
  readProjects,
  readScans,
  retry,
  sendScans,
  toPeerScan,
} from './peer-store.ts';

interface UnsentScan {
  readonly position: number;
  readonly uuid: string;
}

export const openStore: OpenPeerStore = async ({ transport }) => {
  const database = new Dexie('dexie-outbox') as Dexie & {
    scans: EntityTable<PeerScan, 'uuid'>;
    projects: EntityTable<PeerProject, 'uuid'>;
    outbox: EntityTable<UnsentScan, 'position'>;
  };
  database
    .version(1)
    .stores({ scans: 'uuid, projects_id', projects: 'uuid', outbox: '++position' });
  await database.open();

  const sendNext = async () => {
    const unsent = await database.outbox.limit(MAX_BULK).toArray();
    const scans = await database.scans.bulkGet(unsent.map(({ uuid }) => uuid));
    if (scans.length > 0) {
      await sendScans(
        transport,
        scans.filter((scan) => scan !== undefined),
      );
      await database.outbox.bulkDelete(unsent.map(({ position }) => position));
    }
    return scans.length > 0;
  };
  return {
    async save(captured, projectId) {
      const scans = captured.map((scan) => toPeerScan(scan, projectId));
      await database.transaction('rw', database.scans, database.outbox, async () => {
        await database.scans.bulkAdd(scans);
        await database.outbox.bulkAdd(scans.map(({ uuid }) => ({ uuid })));
      });
    },
    watch(projectId, onChange) {
      liveQuery(() => database.scans.where({ projects_id: projectId }).toArray()).subscribe(
        (scans) => onChange(scans.length),
      );
    },
    async send() {
      while (await retry(sendNext));
    },
    async pull(counts) {
      await pullAll(
        counts.projects,
        (since) => readProjects(transport, since),
        (rows) => database.projects.bulkPut(rows),
      );
      await pullAll(
        counts.scans,
        (since) => readScans(transport, since),
        (rows) => database.scans.bulkPut(rows),
      );
    },
  };
};
