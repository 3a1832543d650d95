import type { AnyEntitySync } from '../engine/apply-verdicts.ts';
import type { Call } from '#schemas/api/call.ts';
import { chatSync } from './chats/sync.ts';
import { leadSync } from './leads/sync.ts';
import { notificationSync } from './notifications/sync.ts';
import { projectSync } from './projects/sync.ts';
import type { EditableName } from './registry.ts';
import { scanSync } from './scans/sync.ts';
import { surveySync } from './surveys/sync.ts';

/**
 * How the documents of each entity of the registry change by what the server says, and how its requests
 * are judged. Apart from the registry, because it brings the contract's schemas: only who leads, recovers
 * or imports loads it.
 */
export const machines: Readonly<Record<EditableName, AnyEntitySync & { readonly listCall: Call }>> =
  {
    leads: leadSync,
    projects: projectSync,
    scans: scanSync,
    chats: chatSync,
    notifications: notificationSync,
    surveys: surveySync,
  };
