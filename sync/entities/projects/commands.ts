import { projectFromWire } from '#schemas/from-wire.ts';
import type { Project, ProjectDocument } from '#schemas/project.ts';
import { isOpen } from '#schemas/project-status.ts';
import type { SurveyResponse } from '#schemas/survey.ts';
import type { CommandPorts } from '../scans/commands.ts';
import { storeFailure, SyncError } from '../../store/sync-error.ts';

/** The edits of projects. Each resolves after the local commit (F24); they throw SyncError. */
export interface ProjectCommands {
  /** Held until every product of the project is settled, then sent. */
  closeProject(projectId: string, response: SurveyResponse): Promise<void>;
  /** Takes a closing back that was not released yet, or that was refused. */
  withdrawClosing(projectId: string): Promise<void>;
  /** Puts the server's answer to a request into the store at once. */
  noteProject(project: Project): Promise<void>;
  /** Takes a project out of the store that the server has deleted. */
  forgetProject(projectId: string): Promise<void>;
}

export function createProjectCommands(
  ports: Pick<CommandPorts, 'database' | 'newId'>,
): ProjectCommands {
  const { projects } = ports.database.collections;

  const find = async (id: string) => {
    const found = await projects.findOne(id).exec();
    if (!found) throw new SyncError('project_not_found');
    return found;
  };
  const change = async (id: string, make: (project: ProjectDocument) => ProjectDocument) => {
    const found = await find(id);
    await found.incrementalModify(make).catch((error: unknown) => {
      throw storeFailure(error);
    });
  };

  return {
    closeProject: (projectId, response) =>
      change(projectId, (project) => {
        if (!isOpen(project.status.id)) throw new SyncError('project_not_open');
        if (project.closing?.released) throw new SyncError('closing_on_its_way');
        const closing = { uuid: ports.newId(), response: [...response], released: false };
        return { ...project, state: 'waiting', refusal: null, closing };
      }),

    withdrawClosing: (projectId) =>
      change(projectId, (project) => {
        if (project.closing?.released) throw new SyncError('closing_on_its_way');
        return { ...project, state: 'synced', refusal: null, closing: null };
      }),

    async noteProject(project) {
      const known = await projects.findOne(project.uuid).exec();
      const document = projectFromWire(project);
      if (!known) await projects.upsert(document);
      else await known.incrementalModify((now) => (now.closing === null ? document : now));
    },

    async forgetProject(projectId) {
      const known = await projects.findOne(projectId).exec();
      await known?.incrementalRemove();
    },
  };
}
