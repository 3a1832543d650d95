/** The app's store with its sync, opened as in the app but without a screen. */
import { filter, firstValueFrom } from 'rxjs';
import { openLocalAccount } from '#test/e2e-fixtures/open-local-account.ts';
import type { OpenPeerStore } from './peer-store.ts';

export const openStore: OpenPeerStore = async (services) => {
  const { scanCommands, collections, outbox } = await openLocalAccount(services);
  return {
    async save(captured, projectId) {
      const ids = await scanCommands.captureScans(captured);
      await scanCommands.saveScanToProject(ids, projectId);
    },
    watch(projectId, onChange) {
      collections.scans
        .find({ selector: { projects_id: projectId } })
        .$.subscribe((documents) => onChange(documents.length));
    },
    async send() {
      await firstValueFrom(outbox.counts$.pipe(filter(({ total }) => total === 0)));
    },
    async pull(counts) {
      await Promise.all([
        firstValueFrom(
          collections.projects.count().$.pipe(filter((count) => count >= counts.projects)),
        ),
        firstValueFrom(collections.scans.count().$.pipe(filter((count) => count >= counts.scans))),
      ]);
    },
  };
};
