import { projectFromWire } from '#schemas/from-wire.ts';
import type { Configuration } from '#schemas/configuration.ts';
import type { Project, ProjectCreate } from '#schemas/project.ts';
import { projectStatus } from '#schemas/project-status.ts';
import type { SurveyResponse } from '#schemas/survey.ts';
import { change, changeMany, insert, reconcile, findRow } from '../../store/documents.ts';
import { readLocal } from '../../store/local-documents.ts';
import { SyncError } from '../../store/sync-error.ts';
import type { CommandPorts } from '../command-ports.ts';
import { runOperation } from '../operations.ts';
import { detachProducts } from '../scans/detach-products.ts';
import { fieldsFromForm, nextProject, type ProjectEvent, asUnsentProject } from './machine.ts';
import { newProject } from './new-project.ts';

/**
 * The edits of projects; all of them work without a network. Each resolves after the local commit (F24). They
 * throw SyncError: `project_not_found`, `project_begun` where the server has it by now, and those of the store.
 */
export interface ProjectCommands {
  /** Begins a project; the form has judged it by `projectCreate`. @returns its id; it can be scanned to at once */
  createProject(begin: ProjectCreate): Promise<string>;
  /** Corrects the address or the name of one that the server does not have, and sends it (again). */
  editProject(projectId: string, begin: ProjectCreate): Promise<void>;
  /** After the server would not begin it: sends it once more as it is. */
  retryProject(projectId: string): Promise<void>;
  /**
   * Gives up a project that the server does not have. What was scanned to it is without a project again, for
   * the person to choose. One that the server has received by then all the same comes back, without them.
   */
  discardProject(projectId: string): Promise<void>;
  /** Held until every product of the project is settled, then sent. */
  closeProject(projectId: string, response: SurveyResponse): Promise<void>;
  /** Takes a closing back that was not released yet, or that was refused. */
  cancelClosing(projectId: string): Promise<void>;
  /** Puts the server's answer to a request into the store at once. */
  storeProject(project: Project): Promise<void>;
  /** Takes a project out of the store that the server has deleted. */
  removeProject(projectId: string): Promise<void>;
}

type Ports = Pick<CommandPorts, 'database' | 'clock' | 'newId' | 'askForPersistence'>;

export function createProjectCommands(ports: Ports): ProjectCommands {
  const { projects } = ports.database.collections;
  const send = async (id: string, event: ProjectEvent) => {
    await change(
      projects,
      id,
      (row) => nextProject(row, event),
      new SyncError('project_not_found'),
    );
  };

  return {
    ...beginningCommands(ports, send),
    closeProject: (projectId, response) =>
      send(projectId, { type: 'closed', opId: ports.newId(), response }),
    cancelClosing: (projectId) => send(projectId, { type: 'closing_withdrawn' }),
    async storeProject(project) {
      const row = { ...projectFromWire(project), deleted: project.deleted };
      const noted = { type: 'noted', project } as const;
      await reconcile(projects, [row], (stored) =>
        stored.deleted ? row : nextProject(stored, noted),
      );
    },
    async removeProject(projectId) {
      await changeMany(projects, [projectId], (row) => nextProject(row, { type: 'given_up' }));
    },
  };
}

type Beginning = 'createProject' | 'editProject' | 'retryProject' | 'discardProject';

/** What a person does with a project that the server does not have. */
function beginningCommands(
  { database, clock, newId, askForPersistence }: Ports,
  send: (id: string, event: ProjectEvent) => Promise<void>,
): Pick<ProjectCommands, Beginning> {
  const { projects } = database.collections;
  return {
    async createProject(begin) {
      const configuration = await readLocal<Configuration>(database, 'configuration');
      const [uuid, now] = [newId(), clock()];
      const begun = {
        ...fieldsFromForm(begin),
        uuid,
        op_id: uuid,
        status: { id: projectStatus.inProgress },
        survey: configuration?.closing_survey ?? [],
        lead: null,
      };
      await insert(projects, asUnsentProject(newProject(begun, { now, from: now }, configuration)));
      void askForPersistence();
      return uuid;
    },
    editProject: (projectId, begin) => send(projectId, { type: 'corrected', opId: newId(), begin }),
    retryProject: (projectId) => send(projectId, { type: 'beginning_retried' }),
    discardProject: (project) =>
      runOperation(database, { kind: 'discard_project', project }, () =>
        discardProject({ database, newId }, project),
      ),
  };
}

/** Discards a project with what was scanned to it; done once more it changes nothing more. @throws SyncError */
export async function discardProject(
  { database, newId }: Pick<Ports, 'database' | 'newId'>,
  projectId: string,
): Promise<void> {
  const { projects } = database.collections;
  const project = await findRow(projects, projectId);
  if (!project) throw new SyncError('project_not_found');
  if (!project.unbegun || project.received) throw new SyncError('project_begun');
  // First what was scanned to it: products of a project that is gone would be sent, and refused.
  await detachProducts({ database, newId }, projectId, null);
  await change(
    projects,
    projectId,
    (row) => nextProject(row, { type: 'discarded' }),
    new SyncError('project_not_found'),
  );
}
