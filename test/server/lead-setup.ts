import { randomUUID } from 'node:crypto';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import type { Lead } from '#schemas/lead.ts';
import type { LeadChanges, LeadEdit } from '#schemas/lead-edit.ts';
import { offerLead, type OfferedLead } from '#server/leads/operator-leads.ts';
import { offeredLead } from '#test/setup/offered-lead.ts';
import type { TestApp } from './test-app.ts';
import { type AccountKey, accounts } from './test-accounts.ts';

/** Enables leads for the companies of these accounts. */
export async function enableLeads(server: TestApp, ...keys: AccountKey[]): Promise<void> {
  await server.db
    .updateTable('companies')
    .set({ accepts_leads: true, availability: true })
    .where(
      'id',
      'in',
      keys.map((key) => accounts[key].companyId),
    )
    .execute();
}

/** Creates a lead for the account's company. */
export function newLead(
  server: TestApp,
  key: AccountKey,
  changes: Partial<OfferedLead> = {},
): Promise<string> {
  return offerLead(accounts[key].companyId, { ...offeredLead, ...changes }, server.services);
}

/** Builds an edit based on a lead, made now. */
export function editOn(server: TestApp, base: Pick<Lead, 'op_id'>, changes: LeadChanges): LeadEdit {
  return {
    op_id: randomUUID(),
    base_op_id: base.op_id,
    time: server.clock.now(),
    ...changes,
  };
}

/** Runs `action` this many days later with a new session, then turns the clock back. */
export async function daysLater<Result>(
  server: TestApp,
  days: number,
  action: (token: string) => Promise<Result>,
): Promise<Result> {
  server.clock.advance(days * DAY_MS);
  try {
    return await action((await server.signInAs('polishOwner')).token);
  } finally {
    server.clock.advance(-days * DAY_MS);
  }
}

/** Changes sent in the agreement step. */
export function agreement(changes: LeadChanges = {}): LeadChanges {
  return {
    status: 'agreed',
    checklist: ['place_seen', 'date_agreed'],
    expected_installation_date: '2026-06-01',
    project_id: randomUUID(),
    ...changes,
  };
}

/** Moves a lead and returns it. Throws if a step is rejected. */
export async function moveLead(
  server: TestApp,
  token: string,
  id: string,
  ...steps: readonly LeadChanges[]
): Promise<Lead> {
  let lead = (await server.call(calls.getLead, { params: { id } }, token)).result;
  for (const changes of steps) {
    const body = editOn(server, lead, changes);
    const response = await server.call(calls.updateLead, { params: { id }, body }, token);
    if (response.status !== 200) throw new Error(`The step responded with ${response.code}.`);
    lead = response.result;
  }
  return lead;
}
