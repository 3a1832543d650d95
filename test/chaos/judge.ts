import { type CollectionName, collections } from '#schemas/collections.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { type DeviceState, deviceState } from './device-state.ts';
import { differences } from './differences.ts';
import { closingProblems, leadProblems, messageProblems, scanProblems } from './kept-promises.ts';
import type { Phone } from './phone.ts';
import type { Problem } from './problem.ts';
import type { Promises } from './promises.ts';
import { pointsOf, serverState, type ServerState } from './server-state.ts';

/** Compares everything with everything, once all is connected again. */
export async function judge(phones: readonly Phone[], promises: Promises): Promise<Problem[]> {
  const problems: Problem[] = [];
  const locals: DeviceState[] = [];
  let server: ServerState | null = null;
  for (const phone of phones) {
    const local = await deviceState(phone);
    server = await serverState(phone.direct);
    locals.push(local);
    for (const name of Object.keys(collections) as CollectionName[]) {
      problems.push(...differences(name, local, server[name], phone.who));
    }
  }
  const [owner] = phones;
  if (server === null || !owner) return problems;
  problems.push(...scanProblems(promises, locals, server));
  problems.push(...leadProblems(promises, locals, server));
  problems.push(...closingProblems(promises, locals, server));
  problems.push(...doubles(promises, server));
  for (const [at, local] of locals.entries()) {
    problems.push(...messageProblems(promises, at, local));
  }
  for (const [id, phone] of promises.read) {
    if (locals[phone]?.notifications.get(id)?.['mark'] !== 'read') lost(`reading ${id}`);
  }
  const { companyId } = demoAccounts[owner.who];
  const { sum, said } = await pointsOf(server, owner.direct, companyId);
  if (sum !== said) problems.push({ kind: 'points', what: `ledger ${sum}, summary ${said}` });
  return problems;

  function lost(what: string): void {
    problems.push({ kind: 'lost', what });
  }
}

/** Effects that are there more than once, or that nobody asked for. */
function doubles(promises: Promises, server: ServerState): Problem[] {
  const problems: Problem[] = [];
  const doubled = (what: string) => problems.push({ kind: 'doubled', what });
  const living = [...server.scans.values()].filter(({ deleted }) => !deleted);
  const serials = Map.groupBy(living, (row) => row['serial_number'] as string | null);
  for (const [serial, rows] of serials) {
    if (serial !== null && rows.length > 1) doubled(`serial ${serial}`);
  }
  const booked = Map.groupBy(
    [...server.ledger.values()].filter((row) => row['event'] === 'project_closed'),
    (row) => row['project_uuid'],
  );
  for (const [project, entries] of booked)
    if (entries.length > 1) doubled(`booking of ${String(project)}`);
  for (const row of living) {
    const isOurs = promises.scans.has(row.uuid) || promises.before.has(row.uuid);
    if (!isOurs && !promises.strays.has(row['serial_number'] as string | null)) {
      doubled(`scan ${row.uuid}, which nobody made`);
    }
  }
  return problems;
}
