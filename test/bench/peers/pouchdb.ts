/**
 * PouchDB as the local database. Its replication needs CouchDB, so an outbox reads its changes and
 * sends them to the app's API.
 */
import PouchDB from 'pouchdb-browser';
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

/** Local document with the last sent change; PouchDB doesn't replicate local documents. */
const SENT_ID = '_local/sent';
/** Marks scans from the server, which must not be sent back. */
type StoredScan = PeerScan & { readonly isPulled: boolean };

/** Sorts a project's scans together, so that a list is a range of ids. */
const scanId = ({ projects_id, uuid }: PeerScan) => `${projects_id}/${uuid}`;

export const openStore: OpenPeerStore = async ({ transport }) => {
  const scans = new PouchDB<StoredScan>('pouchdb-scans');
  const projects = new PouchDB<PeerProject>('pouchdb-projects');
  const sent = new PouchDB<{ seq: number | string }>('pouchdb-sent');
  await scans.info();

  const list = async (projectId: string) =>
    (
      await scans.allDocs({
        include_docs: true,
        startkey: `${projectId}/`,
        endkey: `${projectId}/\uffff`,
      })
    ).rows.flatMap(({ doc }) => doc ?? []);
  const store = async (rows: readonly StoredScan[]) => {
    const results = await scans.bulkDocs(rows.map((row) => ({ ...row, _id: scanId(row) })));
    const failed = results.filter((result) => 'error' in result);
    if (failed.length > 0) throw new Error(`${failed.length} scans weren’t saved.`);
  };
  const sendNext = async () => {
    const last = await sent.get(SENT_ID).catch(() => null);
    const { results, last_seq } = await scans.changes({
      since: last?.seq ?? 0,
      limit: MAX_BULK,
      include_docs: true,
    });
    const unsent = results.flatMap(({ doc }) => (doc && !doc.isPulled ? [doc] : []));
    if (unsent.length > 0) {
      await sendScans(
        transport,
        unsent.map(({ _id, _rev, isPulled: _isPulled, ...scan }) => scan),
      );
    }
    await sent.put({ ...last, _id: SENT_ID, seq: last_seq });
    return results.length > 0;
  };
  return {
    save: (captured, projectId) =>
      store(captured.map((scan) => ({ ...toPeerScan(scan, projectId), isPulled: false }))),
    watch(projectId, onChange) {
      const report = async () => onChange((await list(projectId)).length);
      scans.changes({ since: 'now', live: true }).on('change', ({ id }) => {
        if (id.startsWith(projectId)) void report();
      });
      void report();
    },
    async send() {
      while (await retry(sendNext));
    },
    async pull(counts) {
      await pullAll(
        counts.projects,
        (since) => readProjects(transport, since),
        (rows) => projects.bulkDocs(rows.map((row) => ({ ...row, _id: row.uuid }))),
      );
      await pullAll(
        counts.scans,
        (since) => readScans(transport, since),
        (rows) => store(rows.map((row) => ({ ...row, isPulled: true }))),
      );
    },
  };
};
