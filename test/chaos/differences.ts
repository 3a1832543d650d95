import { type CollectionName, collections } from '#schemas/collections.ts';
import { deepEqual } from '#sync/store/deep-equal.ts';
import { type DeviceState, isHeld, type LocalRow } from './device-state.ts';
import type { Problem } from './problem.ts';
import type { WireRow } from './server-state.ts';

/** Wire fields that documents store differently: deletion, and a lead's project. */
const onlyOnWire: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.keys(collections).map((name) => [name, ['deleted']])),
  leads: ['deleted', 'project'],
};

/**
 * Compares field by field, ignoring documents with unsent edits.
 * @param wasRestored notifications created after the backup may then exist only on phones
 */
export function differences(
  name: CollectionName,
  device: DeviceState,
  server: ReadonlyMap<string, WireRow>,
  who: string,
  wasRestored: boolean,
): Problem[] {
  const problems: Problem[] = [];
  const local = device[name];
  const differs = (what: string) =>
    problems.push({ kind: 'differs', what: `${who} ${name} ${what}` });
  for (const row of server.values()) {
    const mine = local.get(row.uuid);
    if (!mine && !row.deleted) differs(`${row.uuid} is missing`);
    if (!mine || mine['state'] === 'refused' || isHeld(mine, device)) continue;
    if (mine['state'] === 'waiting') {
      problems.push({ kind: 'unsettled', what: `${who} ${name} ${row.uuid}` });
    } else if (row.deleted && mine['state'] !== 'captured') {
      differs(`${row.uuid} should be gone`);
    } else if (!row.deleted) {
      const shown = withoutLost(mine);
      const keys = Object.keys(row).filter(
        (key) => !onlyOnWire[name]?.includes(key) && !deepEqual(shown[key], row[key]),
      );
      if (keys.length > 0) differs(`${row.uuid} in ${keys.join(', ')}`);
    }
  }
  for (const mine of local.values()) {
    if (name === 'notifications' && wasRestored) continue;
    // A project created from a lead depends on the lead, which is checked separately.
    const isOfLead = typeof mine['awaits_lead'] === 'string';
    const isOpen = mine['state'] === 'captured' || mine['state'] === 'refused';
    if (server.has(mine.uuid) || isOpen || isOfLead || isHeld(mine, device)) continue;
    const kind = mine['state'] === 'waiting' ? 'unsettled' : 'differs';
    problems.push({ kind, what: `${who} ${name} ${mine.uuid} is not on the server` });
  }
  return problems;
}

/**
 * Removes support messages that the restored server has lost and the phone has marked as lost. The person's own
 * messages must not be lost, because they are sent again.
 */
function withoutLost(row: LocalRow): LocalRow {
  const { lost_messages: lost = [], messages = [] } = row as LocalRow & {
    readonly lost_messages?: readonly string[];
    readonly messages?: readonly { readonly uuid: string; readonly sender: string }[];
  };
  if (lost.length === 0) return row;
  const isLost = (message: (typeof messages)[number]) =>
    message.sender === 'admin' && lost.includes(message.uuid);
  return { ...row, messages: messages.filter((message) => !isLost(message)) };
}
