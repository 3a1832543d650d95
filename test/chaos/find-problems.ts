import { collectionNames } from '#schemas/collections.ts';
import { ledgerBalance, type LedgerEntry } from '#schemas/ledger.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { attachmentProblems } from './attachment-edits.ts';
import { type StateBeforeRestore, restoreProblems } from './before-restore.ts';
import { type DeviceState, deviceState } from './device-state.ts';
import { findDifferences } from './differences.ts';
import {
  startedProjectProblems,
  closingProblems,
  leadProblems,
  messageProblems,
  readProblems,
  scanProblems,
  stuckPhotoProblems,
  surveyProblems,
} from './fulfilled-intents.ts';
import type { Phone } from './phone.ts';
import type { Problem } from './problem.ts';
import type { Intents } from './intents.ts';
import { pointsOf, serverState, type ServerState } from './server-state.ts';

/** Events of ledger entries with the points of a project's products. */
const PRODUCT_EVENTS: ReadonlySet<string> = new Set([
  'project_closed',
  'campaign',
  'project_correction',
]);

/**
 * Compares the phones, the server and the recorded intents once everything is connected.
 * @param before state before the restore; null if there was none
 */
export async function findProblems(
  phones: readonly Phone[],
  intents: Intents,
  before: StateBeforeRestore | null,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  const devices: DeviceState[] = [];
  const servers: ServerState[] = [];
  for (const phone of phones) {
    const device = await deviceState(phone);
    const server = await serverState(phone.direct);
    devices.push(device);
    servers.push(server);
    for (const name of collectionNames) {
      problems.push(
        ...findDifferences(name, device, server[name], phone.accountKey, before !== null),
      );
    }
  }
  const [owner] = phones;
  // The latest state of the company's data.
  const server = servers.at(-1);
  if (!server || !owner) return problems;
  problems.push(...scanProblems(intents, devices, server));
  problems.push(...leadProblems(intents, devices, server));
  problems.push(...closingProblems(intents, devices, server));
  problems.push(...startedProjectProblems(intents, devices, server));
  problems.push(...attachmentProblems(intents, devices, server));
  problems.push(...findDuplicates(intents, server));
  if (before) problems.push(...restoreProblems(before, intents, devices, server));
  for (const [phone, local] of devices.entries()) {
    problems.push(...stuckPhotoProblems(intents, local));
    problems.push(...messageProblems(intents, phone, local));
    problems.push(...readProblems(intents, phone, local, before !== null));
    problems.push(...surveyProblems(intents, phone, servers[phone]));
  }
  const { companyId } = demoAccounts[owner.accountKey];
  const { sum, reported } = await pointsOf(server, owner.direct, companyId);
  if (sum !== reported)
    problems.push({ kind: 'points', description: `ledger ${sum}, summary ${reported}` });
  problems.push(...projectPointsProblems(server));
  return problems;
}

/** Finds submitted projects whose points in the ledger aren't those of their valid products. */
function projectPointsProblems(server: ServerState): Problem[] {
  const scans = [...server.scans.values()].filter(({ deleted }) => !deleted);
  const productsByProject = Map.groupBy(scans, (row) => row['projects_id']);
  const entriesByProject = Map.groupBy(
    [...server.ledger.values()] as unknown as LedgerEntry[],
    ({ project_uuid }) => project_uuid,
  );
  return [...server.projects.values()].flatMap((project): Problem[] => {
    const { id } = project['status'] as { readonly id: number };
    const isClosed = id === projectStatus.closed;
    if (project.deleted || (!isClosed && id !== projectStatus.inReview)) return [];
    const entries = entriesByProject.get(project.uuid) ?? [];
    const ledgerPoints = ledgerBalance(entries.filter(({ event }) => PRODUCT_EVENTS.has(event)));
    const products = productsByProject.get(project.uuid) ?? [];
    const valid = products.filter(({ flag }) => flag === 'valid');
    const sum = valid.reduce((total, { points }) => total + Number(points), 0);
    const { available_points: availablePoints } = project;
    if (ledgerPoints === (isClosed ? sum : 0) && availablePoints === sum) return [];
    const description = JSON.stringify({
      project: project.uuid,
      id,
      ledger: ledgerPoints,
      valid: sum,
      available: availablePoints,
    });
    return [{ kind: 'points', description }];
  });
}

/** Finds effects that exist twice, or that no edit has caused. */
function findDuplicates(intents: Intents, server: ServerState): Problem[] {
  const problems: Problem[] = [];
  const addDuplicate = (description: string) => problems.push({ kind: 'duplicated', description });
  const scans = [...server.scans.values()].filter(({ deleted }) => !deleted);
  // A product that a reviewer rejected no longer holds its serial number.
  const countingScans = scans.filter(({ flag }) => flag !== 'rejected');
  const serials = Map.groupBy(countingScans, (row) => row['serial_number'] as string | null);
  for (const [serial, rows] of serials) {
    if (serial !== null && rows.length > 1) addDuplicate(`serial ${serial}`);
  }
  const scansByPhoto = Map.groupBy(scans, (row) => row['image_data'] as string | null);
  for (const [photo, rows] of scansByPhoto) {
    if (photo !== null && intents.photos.has(photo) && rows.length > 1)
      addDuplicate(`photo ${photo}`);
  }
  const streets = Map.groupBy(
    [...server.projects.values()].filter((row) => row['name'] === 'Chaos'),
    (row) => row['street_name'],
  );
  for (const [street, rows] of streets)
    if (rows.length > 1) addDuplicate(`project ${String(street)}`);
  const closingEntriesByProject = Map.groupBy(
    [...server.ledger.values()].filter((row) => row['event'] === 'project_closed'),
    (row) => row['project_uuid'],
  );
  for (const [project, entries] of closingEntriesByProject)
    if (entries.length > 1) addDuplicate(`points of ${String(project)}`);
  for (const row of scans) {
    const isExpected = intents.scans.has(row.uuid) || intents.existingScans.has(row.uuid);
    if (!isExpected && !intents.unknownSerials.has(row['serial_number'] as string | null)) {
      addDuplicate(`scan ${row.uuid}, which no device created`);
    }
  }
  return problems;
}
