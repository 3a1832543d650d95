import { nextStep } from '#schemas/lead-status.ts';
import type { Hand, World } from './hand.ts';
import { type LeadIntent, type Possible, promised } from './promises.ts';
import type { LeadChange } from './steps.ts';

const FAR_DAY = '2031-05-04';

export async function changeLead(
  how: LeadChange,
  pick: number,
  hand: Hand,
  { promises }: World,
): Promise<boolean> {
  const { leadCommands, collections } = hand.account;
  const found = await collections.leads.find().exec();
  const rows = found
    .map((row) => row.toMutableJSON())
    .filter(({ group, state }) => {
      if (how === 'decide') return state === 'refused';
      return how === 'withdraw' ? state === 'waiting' : group === 'open';
    })
    .toSorted((a, b) => a.uuid.localeCompare(b.uuid));
  const lead = rows[pick % Math.max(1, rows.length)];
  if (!lead) return false;
  type Next = (before: Possible<LeadIntent>) => LeadIntent;
  const note = (next: Next, work: () => Promise<unknown>) =>
    promised(promises.leads, lead.uuid, hand.phone, next, () => hand.unlessKilled(work()));
  if (how === 'decide') {
    const isAccepted = pick % 2 === 0;
    if (isAccepted) promises.givenUp.add(hand.phone);
    const act = isAccepted
      ? leadCommands.acceptRejection(lead.uuid)
      : leadCommands.retryLead(lead.uuid);
    // After accepting a rejection, nothing is promised.
    return (
      (await note(
        (before) => (isAccepted ? {} : { ...before }),
        () => act,
      )) !== null
    );
  }
  if (how === 'withdraw') {
    promises.givenUp.add(hand.phone);
    // The edit may already have been received.
    return (
      (await note(
        () => ({}),
        () => leadCommands.withdrawEdits(lead.uuid),
      )) !== null
    );
  }
  if (how === 'note') {
    const notes = `note ${crypto.randomUUID()}`;
    return (
      (await note(
        (before) => ({ ...before, notes }),
        () => leadCommands.setLeadNotes(lead.uuid, notes),
      )) !== null
    );
  }
  if (how === 'reject') {
    const status = lead.status === 'new' ? 'not-interested' : 'lost';
    const work = () => leadCommands.rejectLead(lead.uuid, ['no_free_time']);
    return (await note((before) => ({ ...before, status }), work)) !== null;
  }
  const status = nextStep(lead.status);
  if (status === null) return false;
  const address = { postal_code: '30-059', street_name: 'Mickiewicza 4', city: 'Kraków' };
  const agreement = {
    checklist: ['place_seen', 'offer_accepted'],
    installationDate: FAR_DAY,
    address,
  } as const;
  const work = (): Promise<unknown> =>
    status === 'agreed'
      ? leadCommands.agreeLead(lead.uuid, agreement)
      : leadCommands.moveLead(lead.uuid, status as 'interested' | 'contacted');
  return (await note((before) => ({ ...before, status }), work)) !== null;
}
