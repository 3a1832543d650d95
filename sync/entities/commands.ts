import type { RegionCode } from '#schemas/regions.ts';
import type { AttachmentCommands, AttachmentPorts, Attachments } from './attachments/commands.ts';
import type { ChatCommands } from './chats/commands.ts';
import { lazyCommands } from './lazy-commands.ts';
import type { LeadCommands } from './leads/commands.ts';
import { createLeadDrafts, type LeadDrafts } from './leads/drafts.ts';
import type { NotificationCommands } from './notifications/commands.ts';
import type { ProjectCommands } from './projects/commands.ts';
import type { ScanCommands } from './scans/commands.ts';
import type { SurveyCommands } from './surveys/commands.ts';

/** User commands by entity. */
export interface Commands {
  readonly scanCommands: ScanCommands;
  readonly projectCommands: ProjectCommands;
  readonly leadCommands: LeadCommands;
  readonly leadDrafts: LeadDrafts;
  readonly notificationCommands: NotificationCommands;
  readonly surveyCommands: SurveyCommands;
  readonly chatCommands: ChatCommands;
  readonly attachments: Attachments;
}

/**
 * Creates the commands of all entities. The home screen needs none, so each entity's code loads with its
 * first command.
 */
export function createCommands(ports: AttachmentPorts & { readonly region: RegionCode }): Commands {
  const drafts = createLeadDrafts(ports.database);
  return {
    scanCommands: lazyCommands<ScanCommands>(
      {
        captureScan: true,
        captureScans: true,
        saveScanToProject: true,
        undoSaveToProject: true,
        editScan: true,
        replacePhoto: true,
        discardNewPhoto: true,
        saveCheckResult: true,
        retryScan: true,
        removeScan: true,
      },
      async () => (await import('./scans/commands.ts')).createScanCommands(ports),
    ),
    notificationCommands: lazyCommands<NotificationCommands>(
      { markNotificationRead: true },
      async () => (await import('./notifications/commands.ts')).createNotificationCommands(ports),
    ),
    leadDrafts: drafts,
    projectCommands: lazyCommands<ProjectCommands>(
      {
        createProject: true,
        editProject: true,
        setProjectDate: true,
        withdrawDate: true,
        retryProject: true,
        withdrawCorrection: true,
        discardProject: true,
        closeProject: true,
        cancelClosing: true,
        storeProject: true,
        removeProject: true,
      },
      async () => (await import('./projects/commands.ts')).createProjectCommands(ports),
    ),
    leadCommands: lazyCommands<LeadCommands>(
      {
        moveLead: true,
        agreeOnLead: true,
        rejectLead: true,
        setLeadNotes: true,
        setInstallationDate: true,
        setLeadAddress: true,
        retryLead: true,
        acceptRejection: true,
        withdrawEdits: true,
      },
      async () => (await import('./leads/commands.ts')).createLeadCommands({ ...ports, drafts }),
    ),
    surveyCommands: lazyCommands<SurveyCommands>(
      { applySurveyStep: true, undoSurveyStep: true },
      async () => (await import('./surveys/commands.ts')).createSurveyCommands(ports),
    ),
    chatCommands: lazyCommands<ChatCommands>(
      {
        openChat: true,
        writeMessage: true,
        editMessage: true,
        retryMessage: true,
        discardMessage: true,
        withdrawMessages: true,
        loadDraft: true,
        saveDraft: true,
      },
      async () => (await import('./chats/commands.ts')).createChatCommands(ports),
    ),
    attachments: {
      ...lazyCommands<AttachmentCommands>(
        { add: true, edit: true, retry: true, remove: true, read: true },
        async () => (await import('./attachments/commands.ts')).createAttachmentCommands(ports),
      ),
      attachmentsOfProject$: (project_id) =>
        ports.database.collections.attachments.find({
          selector: { project_id },
          sort: [{ newest_first: 'desc' }],
        }).$,
    },
  };
}
