import { nextStep } from '#schemas/lead-status.ts';
import type { Actor, World } from './actor.ts';
import { type LeadIntent, type Possible, recordIntent } from './intents.ts';
import type { LeadChange } from './steps.ts';

const FAR_DAY = '2031-05-04';

export async function changeLead(
  change: LeadChange,
  pick: number,
  actor: Actor,
  { intents }: World,
): Promise<boolean> {
  const { leadCommands, collections } = actor.account;
  const documents = await collections.leads.find().exec();
  const rows = documents
    .map((row) => row.toMutableJSON())
    .filter(({ group, state }) => {
      if (change === 'accept_rejection') return state === 'refused';
      return change === 'withdraw' ? state === 'waiting' : group === 'open';
    })
    .toSorted((a, b) => a.uuid.localeCompare(b.uuid));
  const lead = rows[pick % Math.max(1, rows.length)];
  if (!lead) return false;
  type Next = (before: Possible<LeadIntent>) => LeadIntent;
  const record = (next: Next, command: () => Promise<unknown>) =>
    recordIntent(intents.leads, lead.uuid, actor.phone, next, () => actor.unlessKilled(command()));
  if (change === 'accept_rejection') {
    const isAccepted = pick % 2 === 0;
    if (isAccepted) intents.phonesWithDiscards.add(actor.phone);
    const apply = isAccepted
      ? leadCommands.acceptRejection(lead.uuid)
      : leadCommands.retryLead(lead.uuid);
    // After a person accepts the rejection, the edit need not be on the server.
    return (
      (await record(
        (before) => (isAccepted ? {} : { ...before }),
        () => apply,
      )) !== null
    );
  }
  if (change === 'withdraw') {
    intents.phonesWithDiscards.add(actor.phone);
    // The server may already have received the edit.
    return (
      (await record(
        () => ({}),
        () => leadCommands.withdrawEdits(lead.uuid),
      )) !== null
    );
  }
  if (change === 'note') {
    const notes = `note ${crypto.randomUUID()}`;
    return (
      (await record(
        (before) => ({ ...before, notes }),
        () => leadCommands.setLeadNotes(lead.uuid, notes),
      )) !== null
    );
  }
  if (change === 'reject') {
    const status = lead.status === 'new' ? 'not-interested' : 'lost';
    const command = () => leadCommands.rejectLead(lead.uuid, ['no_free_time']);
    return (await record((before) => ({ ...before, status }), command)) !== null;
  }
  const status = nextStep(lead.status);
  if (status === null) return false;
  const address = { postal_code: '30-059', street_name: 'Mickiewicza 4', city: 'Kraków' };
  const agreement = {
    checklist: ['place_seen', 'offer_accepted'],
    installationDate: FAR_DAY,
    address,
  } as const;
  const command = (): Promise<unknown> =>
    status === 'agreed'
      ? leadCommands.agreeOnLead(lead.uuid, agreement)
      : leadCommands.moveLead(lead.uuid, status as 'interested' | 'contacted');
  return (await record((before) => ({ ...before, status }), command)) !== null;
}
