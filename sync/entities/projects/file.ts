import type { ProjectDocument } from '#schemas/project.ts';
import type { ImportOutcome, FileSection } from '../../outbox/file-section.ts';
import {
  unsentClosing,
  type UnsentClosing,
  unsentDate,
  type UnsentDate,
  unsentProject,
  type UnsentProject,
} from '../../outbox/unsent-file.ts';
import type { ClubDatabase } from '../../store/database.ts';
import { changeMany, reconcile, findRow } from '../../store/documents.ts';
import { nextProject } from './machine.ts';

/**
 * Section for projects that the server doesn't have. They come from an agreed lead, or were created on this device.
 * Only those created on this device are counted, and they include their closing.
 */
export const projectFile: FileSection<ProjectDocument, UnsentProject> = {
  name: 'projects',
  kind: 'project',
  isCounted: ({ unbegun }) => unbegun,
  itemSchema: unsentProject,
  pick({ deleted, ...project }) {
    // Documents of older builds lack these fields.
    const isUnsent = (project.awaits_lead ?? null) !== null || project.unbegun === true;
    return !deleted && isUnsent ? project : null;
  },
  async importItem(project, database) {
    const { projects } = database.collections;
    const isKnown = (await findRow(projects, project.uuid)) !== null;
    await reconcile(projects, [{ ...project, deleted: false }], (storedRow) => storedRow);
    if (!isKnown) return 'added';
    const { uuid, closing } = project;
    return project.unbegun && closing !== null
      ? storeClosing({ uuid, closing, refusal: null }, database)
      : 'known';
  },
};

/** Section for closings that the server hasn't accepted yet, although it has their projects. */
export const closingFile: FileSection<ProjectDocument, UnsentClosing> = {
  name: 'closings',
  kind: 'closing',
  isCounted: () => true,
  itemSchema: unsentClosing,
  pick({ uuid, deleted, state, refusal, closing, unbegun }) {
    if (deleted || state === 'synced' || closing === null || unbegun === true) return null;
    return { uuid, state, refusal, closing };
  },
  importItem({ uuid, state, refusal, closing }, database) {
    const rejection = state === 'refused' ? (refusal ?? { code: 'conflict', message: '' }) : null;
    return storeClosing({ uuid, closing, refusal: rejection }, database);
  },
};

/** Section for installation dates that the server hasn't accepted yet, although it has their projects. */
export const dateFile: FileSection<ProjectDocument, UnsentDate> = {
  name: 'dates',
  kind: 'date',
  isCounted: ({ has_closing }) => !has_closing,
  itemSchema: unsentDate,
  pick({ uuid, deleted, date_edit, unbegun, closing }) {
    // Documents of older builds lack this field.
    const edit = (date_edit as typeof date_edit | undefined) ?? null;
    if (deleted || edit === null || unbegun) return null;
    return { uuid, date_edit: edit, has_closing: closing !== null };
  },
  async importItem({ uuid, date_edit: edit }, { collections: { projects } }) {
    const project = await findRow(projects, uuid);
    if (!project) return 'missing';
    const event = { type: 'date_imported', edit } as const;
    if (nextProject(project, event) === project) {
      const isKnown = [project.date_edit?.uuid, project.sent_date?.uuid].includes(edit.uuid);
      return isKnown || project.installation_date === edit.date ? 'known' : 'changed';
    }
    await changeMany(projects, [uuid], (row) => nextProject(row, event));
    return 'added';
  },
};

async function storeClosing(
  { uuid, closing, refusal }: Pick<UnsentClosing, 'uuid' | 'closing' | 'refusal'>,
  { collections: { projects } }: ClubDatabase,
): Promise<ImportOutcome> {
  const project = await findRow(projects, uuid);
  if (!project) return 'missing';
  const event = { type: 'closing_imported', closing, refusal } as const;
  if (nextProject(project, event) === project) {
    // The server's last edit of a closed project is its closing.
    const knownEdits = [project.closing?.uuid, project.sent_closing?.uuid, project.op_id];
    return knownEdits.includes(closing.uuid) ? 'known' : 'changed';
  }
  await changeMany(projects, [uuid], (row) => nextProject(row, event));
  return 'added';
}
