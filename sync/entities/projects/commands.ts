import { projectFromWire } from '#schemas/from-wire.ts';
import type { Configuration } from '#schemas/configuration.ts';
import type { Project, ProjectAddress } from '#schemas/project.ts';
import { projectStatus } from '#schemas/project-status.ts';
import type { SurveyResponse } from '#schemas/survey.ts';
import { deepEqual } from '../../store/deep-equal.ts';
import { change, changeMany, insert, reconcile, findRow, findRows } from '../../store/documents.ts';
import { readLocal } from '../../store/local-documents.ts';
import { SyncError } from '../../store/sync-error.ts';
import type { CommandPorts } from '../command-ports.ts';
import { runOperation } from '../operations.ts';
import { detachProducts } from '../scans/detach-products.ts';
import { nextProject, asUnsentProject } from './machine.ts';
import { newProject } from './new-project.ts';
import type { ProjectEvent } from './project-events.ts';
import { fieldsFromForm, type ProjectRow } from './project-row.ts';

/**
 * Commands for projects. They all work offline and resolve after the local commit (F24). They throw SyncError:
 * `project_not_found`; `project_begun` if the server already has the project; `project_not_open` and `date_immutable`
 * if the date can't be changed; and store errors.
 */
export interface ProjectCommands {
  /**
   * Creates a project from a form validated with `projectAddress`.
   * @param id id for the project. The same form in another tab may already have saved a project with this id.
   * @returns the project's id; products can be scanned to it immediately
   */
  createProject(address: ProjectAddress, id?: string): Promise<string>;
  /** Edits a project that the server doesn't have, and sends it again. */
  editProject(projectId: string, address: ProjectAddress): Promise<void>;
  /**
   * Changes an open project's installation date; null removes it. A project from a lead gets its
   * date from the lead instead. Also resends a rejected date, even if someone else has changed it.
   * @param seenDate the date when the user opened the form. If someone else has changed it since, the edit is a
   *   conflict, even if this device already has their date. Omitted if the form showed the current date.
   */
  setProjectDate(projectId: string, date: string | null, seenDate?: string | null): Promise<void>;
  /**
   * Drops a pending or rejected date, so that the server's date applies. If the server has already received the dropped
   * date, it comes back.
   */
  withdrawDate(projectId: string): Promise<void>;
  /** Resends a rejected creation unchanged. */
  retryProject(projectId: string): Promise<void>;
  /** Drops changes to a new project that someone else has closed in the meantime. */
  withdrawCorrection(projectId: string): Promise<void>;
  /**
   * Discards a project that the server doesn't have. The user chooses another project for its products. If the server
   * has already received the project, it comes back without these products.
   */
  discardProject(projectId: string): Promise<void>;
  /** Closes a project. The closing is held while any of its products is waiting, rejected or being removed. */
  closeProject(projectId: string, response: SurveyResponse): Promise<void>;
  /** Cancels a held or rejected closing. */
  cancelClosing(projectId: string): Promise<void>;
  /** Stores the server's response to a request immediately. */
  storeProject(project: Project): Promise<void>;
  /** Removes a project that the server has deleted. */
  removeProject(projectId: string): Promise<void>;
}

type Ports = Pick<CommandPorts, 'database' | 'clock' | 'newId' | 'requestPersistence'>;

export function createProjectCommands(ports: Ports): ProjectCommands {
  const { projects } = ports.database.collections;
  const applyEvent = async (id: string, event: ProjectEvent) => {
    await change(
      projects,
      id,
      (row) => nextProject(row, event),
      new SyncError('project_not_found'),
    );
  };

  return {
    ...creationCommands(ports, applyEvent),
    setProjectDate: (projectId, date, seenDate) =>
      applyEvent(projectId, { type: 'date_changed', opId: ports.newId(), date, seenDate }),
    withdrawDate: (projectId) => applyEvent(projectId, { type: 'date_withdrawn' }),
    closeProject: (projectId, response) =>
      applyEvent(projectId, { type: 'closed', opId: ports.newId(), response }),
    cancelClosing: (projectId) => applyEvent(projectId, { type: 'closing_cancelled' }),
    async storeProject(project) {
      const row = { ...projectFromWire(project), deleted: project.deleted };
      const event = { type: 'received', project } as const;
      await reconcile(projects, [row], (storedRow) =>
        storedRow.deleted ? row : nextProject(storedRow, event),
      );
    },
    async removeProject(projectId) {
      await changeMany(projects, [projectId], (row) => nextProject(row, { type: 'dropped' }));
    },
  };
}

type CreationCommandName =
  | 'createProject'
  | 'editProject'
  | 'retryProject'
  | 'withdrawCorrection'
  | 'discardProject';

/** Commands for projects that the server doesn't have. */
function creationCommands(
  { database, clock, newId, requestPersistence }: Ports,
  applyEvent: (id: string, event: ProjectEvent) => Promise<void>,
): Pick<ProjectCommands, CreationCommandName> {
  const { projects } = database.collections;
  return {
    async createProject(address, id = newId()) {
      const configuration = await readLocal<Configuration>(database, 'configuration');
      const now = clock();
      const formFields = fieldsFromForm(address);
      const savedRow = (await findRows(projects, [id])).get(id);
      if (savedRow && hasFields(savedRow, formFields)) return id;
      // If another tab has already saved different values under this id, the project gets a new id.
      const uuid = savedRow ? newId() : id;
      const fields = {
        uuid,
        op_id: uuid,
        status: { id: projectStatus.inProgress },
        survey: configuration?.closing_survey ?? [],
        lead: null,
      };
      await insert(
        projects,
        asUnsentProject(newProject(address, fields, { now, validFrom: now }, configuration)),
      );
      void requestPersistence();
      return uuid;
    },
    editProject: (projectId, address) =>
      applyEvent(projectId, { type: 'edited', opId: newId(), address }),
    retryProject: (projectId) => applyEvent(projectId, { type: 'creation_retried' }),
    withdrawCorrection: (projectId) => applyEvent(projectId, { type: 'correction_withdrawn' }),
    discardProject: (projectId) =>
      runOperation(database, { kind: 'discard_project', project: projectId }, () =>
        discardProject({ database, newId }, projectId),
      ),
  };
}

function hasFields(row: ProjectRow, fields: ReturnType<typeof fieldsFromForm>): boolean {
  return !row.deleted && deepEqual({ ...row, ...fields }, row);
}

/**
 * Discards a project and detaches its products. Idempotent.
 * @throws SyncError
 */
export async function discardProject(
  { database, newId }: Pick<Ports, 'database' | 'newId'>,
  projectId: string,
): Promise<void> {
  const { projects } = database.collections;
  const project = await findRow(projects, projectId);
  if (!project) throw new SyncError('project_not_found');
  if (!project.unbegun || project.received) throw new SyncError('project_begun');
  // Detach the products first: the server would reject products of a discarded project.
  await detachProducts({ database, newId }, projectId, null);
  await change(
    projects,
    projectId,
    (row) => nextProject(row, { type: 'discarded' }),
    new SyncError('project_not_found'),
  );
}
