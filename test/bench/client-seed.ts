import { mkdtempSync, cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '#schemas/api/calls.ts';
import { MAX_BULK } from '#schemas/api/scan-calls.ts';
import { openClub } from '#test/e2e-fixtures/club.ts';
import { plainSerials, saveOf } from '#test/server/room-setup.ts';
import { spawnServer } from '#test/setup/spawned-server.ts';

export const SCANS = 10_000;
export const PROJECTS = 500;
/** Whose company it is in all of the client's figures. */
export const OWNER = 'polishOwner';

/** Data directories of stopped servers. */
export interface ClientSeed {
  /** The demo's data alone. */
  readonly demo: string;
  /** With 10,000 scans in 500 projects more. */
  readonly full: string;
}

/** Loads the demo data, and on a copy of it saves the scans by the API's own bulk. */
export async function seedClient(): Promise<ClientSeed> {
  const folder = mkdtempSync(join(tmpdir(), 'client-seed-'));
  const demo = join(folder, 'demo');
  const full = join(folder, 'full');
  const server = await spawnServer({ environment: { DATA_DIR: demo } });
  await server.dispose();
  cpSync(demo, full, { recursive: true });
  const club = await openClub({ DATA_DIR: full });
  try {
    const owner = await club.as(OWNER);
    const projects: string[] = [];
    for (let number = 1; number <= PROJECTS; number += 1) {
      const body = { streetName: `ul. Pomiarowa ${number}`, postalCode: '00-001' };
      projects.push((await owner.call(calls.createProject, { body })).uuid);
    }
    const scans = plainSerials
      .slice(0, SCANS)
      .map((serial, index) => saveOf(serial, projects[index % PROJECTS] ?? ''));
    while (scans.length > 0) {
      const { data } = await owner.call(calls.saveScans, {
        body: { scans: scans.splice(0, MAX_BULK) },
      });
      const refused = data.find(({ status }) => status !== 201);
      if (refused) throw new Error(`A scan was refused: ${refused.error?.code}.`);
    }
  } finally {
    await club.close();
  }
  return { demo, full };
}
