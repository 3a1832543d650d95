import type { FileSection } from '../outbox/file-section.ts';
import { attachmentFile } from './attachments/file.ts';
import { chatFile } from './chats/file.ts';
import { leadFile } from './leads/file.ts';
import { closingFile, dateFile, projectFile } from './projects/file.ts';
import type { EditableName } from './registry.ts';
import { scanFile } from './scans/file.ts';

/** File sections by entity, in order of dependency: a project before its contents. */
export const fileSections: readonly (FileSection & { readonly collection: EditableName })[] = [
  { collection: 'projects', ...projectFile },
  { collection: 'leads', ...leadFile },
  { collection: 'scans', ...scanFile },
  // The date comes before the closing, because a closing ends a project's edits.
  { collection: 'projects', ...dateFile },
  { collection: 'projects', ...closingFile },
  { collection: 'chats', ...chatFile },
  { collection: 'attachments', ...attachmentFile },
];
