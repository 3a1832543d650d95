import { calls } from '#schemas/api/calls.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import type { LocalAccount } from '#sync/account.ts';
import { addDays } from '#schemas/calendar-day.ts';
import { newLead, enableLeads } from '#test/server/lead-setup.ts';
import type { AccountKey } from '#test/server/test-accounts.ts';
import { type ClubServer, startClubServer } from './club-server.ts';
import { type Device, startDevice, waitUntil } from './device.ts';

/** A phone of the Polish company, open and up to date. */
export interface Phone {
  readonly device: Device;
  readonly account: LocalAccount;
  /** Returns the phone's lead. */
  lead(id: string): Promise<LeadDocument | null>;
  /** Waits until the phone has the lead. */
  waitForLead(id: string): Promise<unknown>;
  /** Waits until the lead's edits are accepted or rejected. */
  waitUntilSettled(id: string): Promise<LeadDocument>;
  /** Closes the app, as a phone low on memory does, and reopens it. */
  restart(whileClosed?: () => void): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server with a company that receives leads. Device and server clocks agree. */
export async function startLeadServer(): Promise<ClubServer> {
  const server = await startClubServer();
  await enableLeads(server.app, 'polishOwner');
  server.app.clock.set(Date.now());
  return server;
}

export async function startPhone(
  server: ClubServer,
  accountKey: AccountKey = 'polishOwner',
  options: Parameters<typeof startDevice>[2] = {},
): Promise<Phone> {
  const device = await startDevice(server, accountKey, options);
  let account = await device.open();
  await waitUntil(() => account.status().isFirstPullDone);
  const lead = async (id: string) =>
    (await account.collections.leads.findOne(id).exec())?.toMutableJSON() ?? null;
  return {
    device,
    get account() {
      return account;
    },
    lead,
    waitForLead: async (id) => {
      await waitUntil(async () => {
        device.pageSignals.emit('visible');
        return (await lead(id)) !== null;
      });
    },
    waitUntilSettled: async (id) => {
      await account.syncNow();
      // A response from before the verdict may be stored after it; the next pull corrects it.
      let idleRounds = 0;
      await waitUntil(async () => {
        const isIdle = account.status().phase !== 'syncing';
        idleRounds = isIdle && (await lead(id))?.state !== 'waiting' ? idleRounds + 1 : 0;
        return idleRounds > 5;
      });
      const document = await lead(id);
      if (!document) throw new Error('The lead isn’t on the phone.');
      return document;
    },
    async restart(whileClosed) {
      await account.close();
      whileClosed?.();
      account = await device.open();
    },
    async close() {
      await account.erase();
      await device.close();
    },
  };
}

/** Creates a lead and waits until the phones have it. */
export async function createLead(server: ClubServer, ...phones: readonly Phone[]): Promise<string> {
  const id = await newLead(server.app, 'polishOwner');
  for (const phone of phones) await phone.waitForLead(id);
  return id;
}

/** Returns the server's lead. */
export async function serverLead(server: ClubServer, id: string) {
  const { token } = await server.app.signInAs('polishOwner');
  return (await server.app.call(calls.getLead, { params: { id } }, token)).result;
}

/** A complete agreement. */
export function completeAgreement() {
  const installationDate = addDays(new Date().toISOString().slice(0, 10), 9);
  return { checklist: ['place_seen', 'offer_accepted'] as const, installationDate };
}
