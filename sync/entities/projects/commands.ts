import { projectFromWire } from '#schemas/from-wire.ts';
import type { Project } from '#schemas/project.ts';
import type { SurveyResponse } from '#schemas/survey.ts';
import { change, changeMany, reconcile } from '../../store/documents.ts';
import { SyncError } from '../../store/sync-error.ts';
import type { CommandPorts } from '../command-ports.ts';
import { nextProject, type ProjectEvent } from './machine.ts';

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
  const send = (id: string, event: ProjectEvent) =>
    change(projects, id, (row) => nextProject(row, event), new SyncError('project_not_found'));

  return {
    async closeProject(projectId, response) {
      await send(projectId, { type: 'closed', opId: ports.newId(), response });
    },
    async withdrawClosing(projectId) {
      await send(projectId, { type: 'closing_withdrawn' });
    },
    async noteProject(project) {
      const row = { ...projectFromWire(project), deleted: project.deleted };
      const noted = { type: 'noted', project } as const;
      await reconcile(projects, [row], (stored) =>
        stored.deleted ? row : nextProject(stored, noted),
      );
    },
    async forgetProject(projectId) {
      await changeMany(projects, [projectId], (row) => nextProject(row, { type: 'given_up' }));
    },
  };
}
