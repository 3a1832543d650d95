import type { ChatCommands } from './chats/commands.ts';
import type { LeadCommandPorts, LeadCommands } from './leads/commands.ts';
import type { ProjectCommands } from './projects/commands.ts';
import type { CommandPorts } from './scans/commands.ts';
import type { SurveyCommands } from './surveys/commands.ts';
import { SyncError } from '../store/sync-error.ts';

type Command = (...input: never[]) => Promise<unknown>;

/**
 * Commands whose code is loaded with the first of them: home stands without it. It lies in the app's
 * cache like all of it, so it is there offline too. They throw SyncError as the commands themselves, and
 * `code_missing` when the code can't be had.
 * @param names every act, so that none is forgotten
 * @param load tried again with the next act when it fails
 */
export function lazyCommands<Commands extends { [Name in keyof Commands]: Command }>(
  names: Readonly<Record<keyof Commands & string, true>>,
  load: () => Promise<Commands>,
): Commands {
  let commands: Promise<Commands> | null = null;
  const loaded = () => {
    commands ??= load().catch((error: unknown) => {
      commands = null;
      throw new SyncError('code_missing', error);
    });
    return commands;
  };
  const late = Object.keys(names).map((name) => [
    name,
    async (...input: never[]) => (await loaded())[name as keyof Commands](...input),
  ]);
  // The same names with the same commands behind them; fromEntries forgets that.
  return Object.fromEntries(late) as Commands;
}

export function lazyLeadCommands(ports: LeadCommandPorts): LeadCommands {
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
  return lazyCommands<LeadCommands>(names, async () =>
    (await import('./leads/commands.ts')).createLeadCommands(ports),
  );
}

export function lazyProjectCommands(
  ports: Pick<CommandPorts, 'database' | 'newId'>,
): ProjectCommands {
  const names = {
    closeProject: true,
    withdrawClosing: true,
    noteProject: true,
    forgetProject: true,
  } as const;
  return lazyCommands<ProjectCommands>(names, async () =>
    (await import('./projects/commands.ts')).createProjectCommands(ports),
  );
}

export function lazyChatCommands(
  ports: Pick<CommandPorts, 'database' | 'newId' | 'clock'>,
): ChatCommands {
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
  return lazyCommands<ChatCommands>(names, async () =>
    (await import('./chats/commands.ts')).createChatCommands(ports),
  );
}

export function lazySurveyCommands(
  ports: Pick<CommandPorts, 'database' | 'newId' | 'clock'>,
): SurveyCommands {
  return lazyCommands<SurveyCommands>({ stepSurvey: true }, async () =>
    (await import('./surveys/commands.ts')).createSurveyCommands(ports),
  );
}
