import { collectionNames } from '#schemas/collections.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { type BeforeRestore, restoreProblems } from './before-restore.ts';
import { type DeviceState, deviceState } from './device-state.ts';
import { differences } from './differences.ts';
import {
  begunProblems,
  closingProblems,
  leadProblems,
  messageProblems,
  readProblems,
  scanProblems,
  surveyProblems,
} from './kept-promises.ts';
import type { Phone } from './phone.ts';
import type { Problem } from './problem.ts';
import type { Promises } from './promises.ts';
import { pointsOf, serverState, type ServerState } from './server-state.ts';

/**
 * Compares all phones, the server and the promises once everything is connected.
 * @param before state before the restore; null if there was none
 */
export async function findProblems(
  phones: readonly Phone[],
  promises: Promises,
  before: BeforeRestore | null,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  const locals: DeviceState[] = [];
  const servers: ServerState[] = [];
  for (const phone of phones) {
    const local = await deviceState(phone);
    const server = await serverState(phone.direct);
    locals.push(local);
    servers.push(server);
    for (const name of collectionNames) {
      problems.push(...differences(name, local, server[name], phone.who, before !== null));
    }
  }
  const [owner] = phones;
  // The latest state of the company's data.
  const server = servers.at(-1);
  if (!server || !owner) return problems;
  problems.push(...scanProblems(promises, locals, server));
  problems.push(...leadProblems(promises, locals, server));
  problems.push(...closingProblems(promises, locals, server));
  problems.push(...begunProblems(promises, locals, server));
  problems.push(...findDuplicates(promises, server));
  if (before) problems.push(...restoreProblems(before, promises, locals, server));
  for (const [at, local] of locals.entries()) {
    problems.push(...messageProblems(promises, at, local));
    problems.push(...readProblems(promises, at, local, before !== null));
    problems.push(...surveyProblems(promises, at, servers[at]));
  }
  const { companyId } = demoAccounts[owner.who];
  const { sum, said } = await pointsOf(server, owner.direct, companyId);
  if (sum !== said) problems.push({ kind: 'points', what: `ledger ${sum}, summary ${said}` });
  return problems;
}

/** Effects that exist twice, or that no edit caused. */
function findDuplicates(promises: Promises, server: ServerState): Problem[] {
  const problems: Problem[] = [];
  const doubled = (what: string) => problems.push({ kind: 'doubled', what });
  const scans = [...server.scans.values()].filter(({ deleted }) => !deleted);
  const serials = Map.groupBy(scans, (row) => row['serial_number'] as string | null);
  for (const [serial, rows] of serials) {
    if (serial !== null && rows.length > 1) doubled(`serial ${serial}`);
  }
  const streets = Map.groupBy(
    [...server.projects.values()].filter((row) => row['name'] === 'Chaos'),
    (row) => row['street_name'],
  );
  for (const [street, rows] of streets) if (rows.length > 1) doubled(`project ${String(street)}`);
  const booked = Map.groupBy(
    [...server.ledger.values()].filter((row) => row['event'] === 'project_closed'),
    (row) => row['project_uuid'],
  );
  for (const [project, entries] of booked)
    if (entries.length > 1) doubled(`booking of ${String(project)}`);
  for (const row of scans) {
    const isOurs = promises.scans.has(row.uuid) || promises.before.has(row.uuid);
    if (!isOurs && !promises.strays.has(row['serial_number'] as string | null)) {
      doubled(`scan ${row.uuid}, which nobody made`);
    }
  }
  return problems;
}
