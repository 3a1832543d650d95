import { collectionNames } from '#schemas/collections.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { type StateBeforeRestore, restoreProblems } from './before-restore.ts';
import { type DeviceState, deviceState } from './device-state.ts';
import { differences } from './differences.ts';
import {
  startedProjectProblems,
  closingProblems,
  leadProblems,
  messageProblems,
  readProblems,
  scanProblems,
  surveyProblems,
} from './fulfilled-intents.ts';
import type { Phone } from './phone.ts';
import type { Problem } from './problem.ts';
import type { Intents } from './intents.ts';
import { pointsOf, serverState, type ServerState } from './server-state.ts';

/**
 * Compares all phones, the server and the promises once everything is connected.
 * @param before state before the restore; null if there was none
 */
export async function findProblems(
  phones: readonly Phone[],
  intents: Intents,
  before: StateBeforeRestore | null,
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
      problems.push(...differences(name, local, server[name], phone.accountKey, before !== null));
    }
  }
  const [owner] = phones;
  // The latest state of the company's data.
  const server = servers.at(-1);
  if (!server || !owner) return problems;
  problems.push(...scanProblems(intents, locals, server));
  problems.push(...leadProblems(intents, locals, server));
  problems.push(...closingProblems(intents, locals, server));
  problems.push(...startedProjectProblems(intents, locals, server));
  problems.push(...findDuplicates(intents, server));
  if (before) problems.push(...restoreProblems(before, intents, locals, server));
  for (const [at, local] of locals.entries()) {
    problems.push(...messageProblems(intents, at, local));
    problems.push(...readProblems(intents, at, local, before !== null));
    problems.push(...surveyProblems(intents, at, servers[at]));
  }
  const { companyId } = demoAccounts[owner.accountKey];
  const { sum, shown } = await pointsOf(server, owner.direct, companyId);
  if (sum !== shown)
    problems.push({ kind: 'points', description: `ledger ${sum}, summary ${shown}` });
  return problems;
}

/** Effects that exist twice, or that no edit caused. */
function findDuplicates(intents: Intents, server: ServerState): Problem[] {
  const problems: Problem[] = [];
  const addDuplicate = (description: string) => problems.push({ kind: 'duplicated', description });
  const scans = [...server.scans.values()].filter(({ deleted }) => !deleted);
  const serials = Map.groupBy(scans, (row) => row['serial_number'] as string | null);
  for (const [serial, rows] of serials) {
    if (serial !== null && rows.length > 1) addDuplicate(`serial ${serial}`);
  }
  const streets = Map.groupBy(
    [...server.projects.values()].filter((row) => row['name'] === 'Chaos'),
    (row) => row['street_name'],
  );
  for (const [street, rows] of streets)
    if (rows.length > 1) addDuplicate(`project ${String(street)}`);
  const pointsByEntry = Map.groupBy(
    [...server.ledger.values()].filter((row) => row['event'] === 'project_closed'),
    (row) => row['project_uuid'],
  );
  for (const [project, entries] of pointsByEntry)
    if (entries.length > 1) addDuplicate(`points of ${String(project)}`);
  for (const row of scans) {
    const isExpected = intents.scans.has(row.uuid) || intents.before.has(row.uuid);
    if (!isExpected && !intents.unknownSerials.has(row['serial_number'] as string | null)) {
      addDuplicate(`scan ${row.uuid}, which no device created`);
    }
  }
  return problems;
}
