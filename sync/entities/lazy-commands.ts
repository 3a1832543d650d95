import type { ChatActs } from './chats/commands.ts';
import type { LeadActPorts, LeadActs } from './leads/commands.ts';
import type { ProjectActs } from './projects/commands.ts';
import type { ActPorts } from './scans/commands.ts';
import type { SurveyActs } from './surveys/commands.ts';
import { SyncError } from '../store/sync-error.ts';

type Act = (...input: never[]) => Promise<unknown>;

/**
 * Acts whose code is loaded with the first of them: home stands without it. It lies in the app's
 * cache like all of it, so it is there offline too. They throw SyncError as the acts themselves, and
 * `code_missing` when the code can't be had.
 * @param names every act, so that none is forgotten
 * @param load tried again with the next act when it fails
 */
export function lateActs<Acts extends { [Name in keyof Acts]: Act }>(
  names: Readonly<Record<keyof Acts & string, true>>,
  load: () => Promise<Acts>,
): Acts {
  let acts: Promise<Acts> | null = null;
  const loaded = () => {
    acts ??= load().catch((error: unknown) => {
      acts = null;
      throw new SyncError('code_missing', error);
    });
    return acts;
  };
  const late = Object.keys(names).map((name) => [
    name,
    async (...input: never[]) => (await loaded())[name as keyof Acts](...input),
  ]);
  // The same names with the same acts behind them; fromEntries forgets that.
  return Object.fromEntries(late) as Acts;
}

export function lateLeadActs(ports: LeadActPorts): LeadActs {
  const names = {
    moveLead: true,
    agreeLead: true,
    rejectLead: true,
    noteLead: true,
    setInstallationDate: true,
    setLeadAddress: true,
    tryLeadAgain: true,
    acceptLead: true,
    withdrawLead: true,
  } as const;
  return lateActs<LeadActs>(names, async () =>
    (await import('./leads/commands.ts')).createLeadActs(ports),
  );
}

export function lateProjectActs(ports: Pick<ActPorts, 'database' | 'newId'>): ProjectActs {
  const names = {
    closeProject: true,
    withdrawClosing: true,
    noteProject: true,
    forgetProject: true,
  } as const;
  return lateActs<ProjectActs>(names, async () =>
    (await import('./projects/commands.ts')).createProjectActs(ports),
  );
}

export function lateChatActs(ports: Pick<ActPorts, 'database' | 'newId' | 'clock'>): ChatActs {
  const names = {
    openChat: true,
    writeMessage: true,
    mendMessage: true,
    tryMessageAgain: true,
    discardMessage: true,
    withdrawMessages: true,
    recallDraft: true,
    keepDraft: true,
  } as const;
  return lateActs<ChatActs>(names, async () =>
    (await import('./chats/commands.ts')).createChatActs(ports),
  );
}

export function lateSurveyActs(ports: Pick<ActPorts, 'database' | 'newId' | 'clock'>): SurveyActs {
  return lateActs<SurveyActs>({ stepSurvey: true }, async () =>
    (await import('./surveys/commands.ts')).createSurveyActs(ports),
  );
}
