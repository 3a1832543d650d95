/**
 * The account's local database without any screen, under the app's own address: what it holds is
 * what the app finds. For filling a device and for measuring the store by itself.
 */
import type { Account } from '#sync/account.ts';
import type { CapturedScan } from '#sync/scan-acts.ts';
import { browserServices } from '#src/data/browser-services.ts';

declare global {
  interface Window {
    store?: {
      /** Captures them one after the other. @returns their ids, and how long each took in ms */
      capture(scans: readonly CapturedScan[]): Promise<{ ids: string[]; took: number[] }>;
      /** Saves each by itself. @returns how long each took in ms */
      saveEach(ids: readonly string[], projectId: string): Promise<number[]>;
      saveAll(ids: readonly string[], projectId: string): Promise<void>;
      scans(): Promise<number>;
      projects(): Promise<number>;
      close(): Promise<void>;
    };
  }
}

const { session, accounts } = await browserServices();
const state = session.state();
if (state.name !== 'signed_in') throw new Error('Nobody is signed in here.');
accounts.open(state.account);
const account = await new Promise<Account>((resolve, reject) => {
  const look = () => {
    const now = accounts.current();
    if (now.name === 'open') resolve(now.account);
    if (now.name === 'failed') reject(new Error(now.code));
  };
  accounts.subscribe(look);
  look();
});
const { scanActs, collections } = account;

/** Runs it and takes the time. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

window.store = {
  async capture(scans) {
    const ids: string[] = [];
    const took: number[] = [];
    for (const scan of scans) {
      took.push(await timed(async () => ids.push(await scanActs.captureScan(scan))));
    }
    return { ids, took };
  },
  async saveEach(ids, projectId) {
    const took: number[] = [];
    for (const id of ids) took.push(await timed(() => scanActs.saveScanToProject([id], projectId)));
    return took;
  },
  saveAll: (ids, projectId) => scanActs.saveScanToProject(ids, projectId),
  scans: () => collections.scans.count().exec(),
  projects: () => collections.projects.count().exec(),
  close: () => accounts.close(),
};
