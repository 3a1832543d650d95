import type { ProjectDocument } from '#schemas/project.ts';
import type { FileSection } from '../../outbox/file-section.ts';
import {
  unsentClosing,
  type UnsentClosing,
  unsentProject,
  type UnsentProject,
} from '../../outbox/unsent-file.ts';
import { changeMany, reconcile, storedRow } from '../../store/documents.ts';
import { nextProject } from './machine.ts';

/** A project that the server does not have. It counts by what makes it, not by itself. */
export const projectFile: FileSection<ProjectDocument, UnsentProject> = {
  name: 'projects',
  kind: 'project',
  isCounted: false,
  item: unsentProject,
  pick({ deleted, ...project }) {
    // Documents of older builds have neither.
    const isUnknown = (project.awaits_lead ?? null) !== null || project.unbegun === true;
    return !deleted && isUnknown ? project : null;
  },
  async put(project, { collections: { projects } }) {
    await reconcile(projects, [{ ...project, deleted: false }], (stored) => stored);
    return 'known';
  },
};

/** A closing that the server has not taken. */
export const closingFile: FileSection<ProjectDocument, UnsentClosing> = {
  name: 'closings',
  kind: 'closing',
  isCounted: true,
  item: unsentClosing,
  pick({ uuid, deleted, state, refusal, closing }) {
    if (deleted || state === 'synced' || closing === null) return null;
    return { uuid, state, refusal, closing };
  },
  async put({ uuid, state, refusal, closing }, { collections: { projects } }) {
    const project = await storedRow(projects, uuid);
    if (!project) return 'missing';
    const kept = state === 'refused' ? (refusal ?? { code: 'conflict', message: '' }) : null;
    const event = { type: 'closing_imported', closing, refusal: kept } as const;
    if (nextProject(project, event) === project) return 'known';
    await changeMany(projects, [uuid], (now) => nextProject(now, event));
    return 'added';
  },
};
