import type { WireFormat } from '../engine/wire.ts';
import type { RowOf } from '../store/documents.ts';
import { chatWire } from './chats/wire.ts';
import { leadWire } from './leads/wire.ts';
import { notificationWire } from './notifications/wire.ts';
import { projectWire } from './projects/wire.ts';
import type { EditableDocument, EditableName } from './registry.ts';
import { scanWire } from './scans/wire.ts';
import { surveyWire } from './surveys/wire.ts';

export type EditableWire = WireFormat<RowOf<EditableDocument>>;

/** What the unsent edits of each entity of the registry say to the server, in the page as in the worker. */
export const wires: Readonly<Record<EditableName, EditableWire>> = {
  leads: leadWire,
  projects: projectWire,
  scans: scanWire,
  chats: chatWire,
  notifications: notificationWire,
  surveys: surveyWire,
};
