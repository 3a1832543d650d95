import type { WireFormat } from '../engine/wire-format.ts';
import type { RowOf } from '../store/documents.ts';
import { attachmentWire } from './attachments/attachment-row.ts';
import { chatWire } from './chats/chat-row.ts';
import { leadWire } from './leads/lead-row.ts';
import { notificationWire } from './notifications/notification-row.ts';
import { projectWire } from './projects/project-row.ts';
import type { EditableDocument, EditableName } from './registry.ts';
import { scanWire } from './scans/scan-row.ts';
import { surveyWire } from './surveys/survey-row.ts';

export type EditableWire = WireFormat<RowOf<EditableDocument>>;

/** Wire format of each registered entity, for the page and the service worker. */
export const wires: Readonly<Record<EditableName, EditableWire>> = {
  leads: leadWire,
  projects: projectWire,
  scans: scanWire,
  chats: chatWire,
  notifications: notificationWire,
  surveys: surveyWire,
  attachments: attachmentWire,
};
