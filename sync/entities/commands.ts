import type { RegionCode } from '#schemas/regions.ts';
import type { ChatCommands } from './chats/commands.ts';
import type { CommandPorts } from './command-ports.ts';
import { lazyCommands } from './lazy-commands.ts';
import type { LeadCommands } from './leads/commands.ts';
import { createLeadDrafts, type LeadDrafts } from './leads/drafts.ts';
import type { NotificationCommands } from './notifications/commands.ts';
import type { ProjectCommands } from './projects/commands.ts';
import type { ScanCommands } from './scans/commands.ts';
import type { SurveyCommands } from './surveys/commands.ts';

/** What people do, by what they do it with. */
export interface Commands {
  readonly scanCommands: ScanCommands;
  readonly projectCommands: ProjectCommands;
  readonly leadCommands: LeadCommands;
  readonly leadDrafts: LeadDrafts;
  readonly notificationCommands: NotificationCommands;
  readonly surveyCommands: SurveyCommands;
  readonly chatCommands: ChatCommands;
}

/** The commands of every entity: home stands without any, so each room's are loaded with the first of them. */
export function createCommands(ports: CommandPorts & { readonly region: RegionCode }): Commands {
  const drafts = createLeadDrafts(ports.database);
  return {
    scanCommands: lazyCommands<ScanCommands>(
      {
        captureScan: true,
        captureScans: true,
        saveScanToProject: true,
        takeBackFromProject: true,
        mendScan: true,
        noteConfirmation: true,
        tryAgain: true,
        removeScan: true,
      },
      async () => (await import('./scans/commands.ts')).createScanCommands(ports),
    ),
    notificationCommands: lazyCommands<NotificationCommands>({ readNotification: true }, async () =>
      (await import('./notifications/commands.ts')).createNotificationCommands(ports),
    ),
    leadDrafts: drafts,
    projectCommands: lazyCommands<ProjectCommands>(
      {
        beginProject: true,
        correctProject: true,
        tryProjectAgain: true,
        discardProject: true,
        closeProject: true,
        withdrawClosing: true,
        noteProject: true,
        forgetProject: true,
      },
      async () => (await import('./projects/commands.ts')).createProjectCommands(ports),
    ),
    leadCommands: lazyCommands<LeadCommands>(
      {
        moveLead: true,
        agreeLead: true,
        rejectLead: true,
        noteLead: true,
        setInstallationDate: true,
        setLeadAddress: true,
        tryLeadAgain: true,
        acceptLead: true,
        withdrawLead: true,
      },
      async () => (await import('./leads/commands.ts')).createLeadCommands({ ...ports, drafts }),
    ),
    surveyCommands: lazyCommands<SurveyCommands>(
      { stepSurvey: true, restoreSurvey: true },
      async () => (await import('./surveys/commands.ts')).createSurveyCommands(ports),
    ),
    chatCommands: lazyCommands<ChatCommands>(
      {
        openChat: true,
        writeMessage: true,
        mendMessage: true,
        tryMessageAgain: true,
        discardMessage: true,
        withdrawMessages: true,
        recallDraft: true,
        keepDraft: true,
      },
      async () => (await import('./chats/commands.ts')).createChatCommands(ports),
    ),
  };
}
