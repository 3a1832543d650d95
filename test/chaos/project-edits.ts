import type { Actor, World } from './actor.ts';
import { type CreationIntent, type Possible, recordIntent } from './intents.ts';
import type { CreationChange } from './steps.ts';

/** Returns a unique address. */
function anyAddress() {
  const streetName = `Chaos ${crypto.randomUUID()}`;
  return { name: 'Chaos', streetName, postalCode: '30-059', city: 'Kraków' };
}

export async function startProject({ account, phone, unlessKilled }: Actor, { intents }: World) {
  const address = anyAddress();
  const result = await unlessKilled(account.projectCommands.createProject(address));
  if (result === null) return false;
  const intent = { street: address.streetName, isDiscarded: false };
  intents.creations.set(result.value, new Map([[phone, [intent]]]));
  return true;
}

/** Edits a project that, as far as the phone knows, isn't on the server. */
export async function changeCreation(
  change: CreationChange,
  pick: number,
  actor: Actor,
  { intents }: World,
): Promise<boolean> {
  const { projectCommands, collections } = actor.account;
  const documents = await collections.projects.find().exec();
  const rows = documents
    .map((row) => row.toMutableJSON())
    .filter(({ unbegun, state }) => unbegun && (change !== 'retry_creation' || state === 'refused'))
    .toSorted((a, b) => a.uuid.localeCompare(b.uuid));
  const project = rows[pick % Math.max(1, rows.length)];
  if (!project) return false;
  const { uuid } = project;
  type Next = (before: Possible<CreationIntent>) => CreationIntent;
  const record = (next: Next, command: () => Promise<unknown>) =>
    recordIntent(intents.creations, uuid, actor.phone, next, () => actor.unlessKilled(command()));
  const currentIntent = { street: project.street_name, isDiscarded: false };
  if (change === 'retry_creation') {
    const retry = () => projectCommands.retryProject(uuid);
    return (await record((before) => before ?? currentIntent, retry)) !== null;
  }
  if (change === 'discard') {
    // Its products then wait for another project, and its closing is discarded.
    intents.phonesWithDiscards.add(actor.phone);
    intents.closings.get(uuid)?.delete(actor.phone);
    const discard = () => projectCommands.discardProject(uuid);
    return (
      (await record((before) => ({ ...(before ?? currentIntent), isDiscarded: true }), discard)) !==
      null
    );
  }
  const address = anyAddress();
  const correct = () => projectCommands.editProject(uuid, address);
  return (
    (await record(() => ({ street: address.streetName, isDiscarded: false }), correct)) !== null
  );
}
