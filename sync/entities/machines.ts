import type { AnyEntitySync } from '../engine/entity-sync.ts';
import { attachmentCalls, attachmentVerdict } from '#schemas/api/attachment-calls.ts';
import type { Call } from '#schemas/api/call.ts';
import { scanCalls, scanVerdict } from '#schemas/api/scan-calls.ts';
import { nextAttachment } from './attachments/machine.ts';
import { chatSync } from './chats/sync.ts';
import { leadSync } from './leads/sync.ts';
import { notificationSync } from './notifications/sync.ts';
import { projectSync } from './projects/sync.ts';
import type { EditableName } from './registry.ts';
import { nextScan } from './scans/machine.ts';
import { surveySync } from './surveys/sync.ts';

/**
 * Sync of each registered entity: state machine and requests. Separate from the registry because it loads the
 * contract's schemas: only the leader, recovery and import need it.
 */
export const machines: Readonly<Record<EditableName, AnyEntitySync & { readonly listCall: Call }>> =
  {
    leads: leadSync,
    projects: projectSync,
    scans: { next: nextScan, listCall: scanCalls.listScans, verdictSchema: scanVerdict },
    chats: chatSync,
    notifications: notificationSync,
    surveys: surveySync,
    attachments: {
      next: nextAttachment,
      listCall: attachmentCalls.listAttachments,
      verdictSchema: attachmentVerdict,
    },
  };
