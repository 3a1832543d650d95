import type { AnyEntitySync } from '../engine/apply-verdicts.ts';
import type { Call } from '#schemas/api/call.ts';
import { attachmentSync } from './attachments/sync.ts';
import { chatSync } from './chats/sync.ts';
import { leadSync } from './leads/sync.ts';
import { notificationSync } from './notifications/sync.ts';
import { projectSync } from './projects/sync.ts';
import type { EditableName } from './registry.ts';
import { scanSync } from './scans/sync.ts';
import { surveySync } from './surveys/sync.ts';

/**
 * Sync of each registered entity: state machine and requests. Separate from the registry because it loads the
 * contract's schemas: only the leader, recovery and import need it.
 */
export const machines: Readonly<Record<EditableName, AnyEntitySync & { readonly listCall: Call }>> =
  {
    leads: leadSync,
    projects: projectSync,
    scans: scanSync,
    chats: chatSync,
    notifications: notificationSync,
    surveys: surveySync,
    attachments: attachmentSync,
  };
