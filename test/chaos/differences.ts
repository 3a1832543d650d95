import { type CollectionName, collections } from '#schemas/collections.ts';
import { deepEqual } from '#sync/store/deep-equal.ts';
import { type DeviceState, isHeld, type LocalRow } from './device-state.ts';
import type { Problem } from './problem.ts';
import type { WireRow } from './server-state.ts';

/** Wire fields that documents store differently: deletion, and a lead's project. */
const wireOnlyFields: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.keys(collections).map((name) => [name, ['deleted']])),
  leads: ['deleted', 'project'],
};

/**
 * Compares field by field, ignoring documents with unsent edits.
 * @param wasRestored notifications created after the backup may then exist only on phones
 */
export function findDifferences(
  name: CollectionName,
  device: DeviceState,
  server: ReadonlyMap<string, WireRow>,
  account: string,
  wasRestored: boolean,
): Problem[] {
  const problems: Problem[] = [];
  const local = device[name];
  const report = (description: string) =>
    problems.push({ kind: 'differs', description: `${account} ${name} ${description}` });
  for (const row of server.values()) {
    const localRow = local.get(row.uuid);
    if (!localRow && !row.deleted) report(`${row.uuid} is missing`);
    if (!localRow || localRow['state'] === 'refused' || isHeld(localRow, device)) continue;
    if (localRow['state'] === 'waiting') {
      problems.push({ kind: 'unsettled', description: `${account} ${name} ${row.uuid}` });
    } else if (row.deleted && localRow['state'] !== 'captured') {
      report(`${row.uuid} should be deleted`);
    } else if (!row.deleted) {
      const comparedRow = withoutLost(localRow);
      const keys = Object.keys(row).filter(
        (key) => !wireOnlyFields[name]?.includes(key) && !deepEqual(comparedRow[key], row[key]),
      );
      if (keys.length > 0) report(`${row.uuid} in ${keys.join(', ')}`);
    }
  }
  for (const localRow of local.values()) {
    if (name === 'notifications' && wasRestored) continue;
    // A project created from a lead depends on the lead, which is checked separately.
    const awaitsLead = typeof localRow['awaits_lead'] === 'string';
    const isOpen = localRow['state'] === 'captured' || localRow['state'] === 'refused';
    if (server.has(localRow.uuid) || isOpen || awaitsLead || isHeld(localRow, device)) continue;
    const kind = localRow['state'] === 'waiting' ? 'unsettled' : 'differs';
    problems.push({
      kind,
      description: `${account} ${name} ${localRow.uuid} is not on the server`,
    });
  }
  return problems;
}

/**
 * Removes support messages that the restored server has lost and the phone has marked as lost. The person's own
 * messages must not be lost, because they are sent again.
 */
function withoutLost(row: LocalRow): LocalRow {
  const { lost_messages: lostMessages = [], messages = [] } = row as LocalRow & {
    readonly lost_messages?: readonly string[];
    readonly messages?: readonly { readonly uuid: string; readonly sender: string }[];
  };
  if (lostMessages.length === 0) return row;
  const isLost = (message: (typeof messages)[number]) =>
    message.sender === 'admin' && lostMessages.includes(message.uuid);
  return { ...row, messages: messages.filter((message) => !isLost(message)) };
}
