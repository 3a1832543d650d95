import type { FileSection } from '../outbox/file-section.ts';
import { chatFile } from './chats/file.ts';
import { leadFile } from './leads/file.ts';
import { closingFile, projectFile } from './projects/file.ts';
import type { EditableName } from './registry.ts';
import { scanFile } from './scans/file.ts';

/**
 * How each entity whose edits are pieces of work stands in a file of unsent work, in the order of
 * dependence: a project before what is in it.
 */
export const fileSections: readonly (FileSection & { readonly collection: EditableName })[] = [
  { collection: 'projects', ...projectFile },
  { collection: 'leads', ...leadFile },
  { collection: 'scans', ...scanFile },
  { collection: 'projects', ...closingFile },
  { collection: 'chats', ...chatFile },
];
