import type { Hand, World } from './hand.ts';
import { type BeginIntent, type Possible, promised } from './promises.ts';
import type { BeginningChange } from './steps.ts';

/** Returns a unique address. */
function anyAddress() {
  const streetName = `Chaos ${crypto.randomUUID()}`;
  return { name: 'Chaos', streetName, postalCode: '30-059', city: 'Kraków' };
}

export async function begin({ account, phone, unlessKilled }: Hand, { promises }: World) {
  const address = anyAddress();
  const done = await unlessKilled(account.projectCommands.createProject(address));
  if (done === null) return false;
  const intent = { street: address.streetName, isDiscarded: false };
  promises.begun.set(done.value, new Map([[phone, [intent]]]));
  return true;
}

/** Edits a project that, as far as the phone knows, isn't on the server. */
export async function changeBeginning(
  how: BeginningChange,
  pick: number,
  hand: Hand,
  { promises }: World,
): Promise<boolean> {
  const { projectCommands, collections } = hand.account;
  const found = await collections.projects.find().exec();
  const rows = found
    .map((row) => row.toMutableJSON())
    .filter(({ unbegun, state }) => unbegun && (how !== 'begin_again' || state === 'refused'))
    .toSorted((a, b) => a.uuid.localeCompare(b.uuid));
  const project = rows[pick % Math.max(1, rows.length)];
  if (!project) return false;
  const { uuid } = project;
  type Next = (before: Possible<BeginIntent>) => BeginIntent;
  const note = (next: Next, work: () => Promise<unknown>) =>
    promised(promises.begun, uuid, hand.phone, next, () => hand.unlessKilled(work()));
  const now = { street: project.street_name, isDiscarded: false };
  if (how === 'begin_again') {
    const again = () => projectCommands.retryProject(uuid);
    return (await note((before) => before ?? now, again)) !== null;
  }
  if (how === 'discard') {
    // Its products then wait for another project, and its closing is discarded.
    promises.givenUp.add(hand.phone);
    promises.closings.get(uuid)?.delete(hand.phone);
    const discard = () => projectCommands.discardProject(uuid);
    return (await note((before) => ({ ...(before ?? now), isDiscarded: true }), discard)) !== null;
  }
  const address = anyAddress();
  const correct = () => projectCommands.editProject(uuid, address);
  return (await note(() => ({ street: address.streetName, isDiscarded: false }), correct)) !== null;
}
