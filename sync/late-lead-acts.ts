import type { createLeadActs, LeadActPorts, LeadActs } from './lead-acts.ts';
import { SyncError } from './sync-error.ts';

interface LeadActsCode {
  readonly createLeadActs: typeof createLeadActs;
}

/**
 * The acts of leads, whose code is loaded with the first of them: home stands without it. It lies in
 * the app's cache like all of it, so it is there offline too.
 * They throw SyncError as `LeadActs`, and `code_missing` when the code can't be had.
 */
export function lateLeadActs(
  ports: LeadActPorts,
  load: () => Promise<LeadActsCode> = () => import('./lead-acts.ts'),
): LeadActs {
  let acts: Promise<LeadActs> | null = null;
  const loaded = () => {
    acts ??= load().then(
      ({ createLeadActs }) => createLeadActs(ports),
      (error: unknown) => {
        acts = null;
        throw new SyncError('code_missing', error);
      },
    );
    return acts;
  };
  return {
    moveLead: async (...input) => (await loaded()).moveLead(...input),
    agreeLead: async (...input) => (await loaded()).agreeLead(...input),
    rejectLead: async (...input) => (await loaded()).rejectLead(...input),
    noteLead: async (...input) => (await loaded()).noteLead(...input),
    setInstallationDate: async (...input) => (await loaded()).setInstallationDate(...input),
    setLeadAddress: async (...input) => (await loaded()).setLeadAddress(...input),
    tryLeadAgain: async (...input) => (await loaded()).tryLeadAgain(...input),
    acceptLead: async (...input) => (await loaded()).acceptLead(...input),
  };
}
