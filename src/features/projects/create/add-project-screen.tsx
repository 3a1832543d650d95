import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { type ProjectDocument, type ProjectAddress } from '#schemas/project.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { paths } from '#src/app/paths.ts';
import { NoProject } from '../detail/no-project.tsx';
import { ProjectForm } from './project-form.tsx';
import { projectById } from '../queries.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useGo } from '#src/app/use-go.ts';

const NOTHING = { name: '', streetName: '', city: '', postalCode: '' };

/** `/projects/add`: creates a project, online or offline, or corrects one that isn't sent yet. */
export function AddProjectScreen() {
  const { scan, project } = useSearch({ strict: false });
  return project === undefined ? (
    <NewProject fromPicker={scan === '1'} />
  ) : (
    <UnsentProject key={project} id={project} />
  );
}

function NewProject({ fromPicker }: { fromPicker: boolean }) {
  const { t } = useLingui();
  const saving = useCreateProject(fromPicker);
  return (
    <ProjectForm
      title={t`Add project`}
      first={NOTHING}
      backTo={fromPicker ? paths.scanProject() : paths.projects()}
      saving={saving}
      disabledReason={false}
    >
      <Trans>Add project</Trans>
    </ProjectForm>
  );
}

function UnsentProject({ id }: { id: string }) {
  const project = useLiveQuery((account) => projectById(account, id), [id]);
  if (!project) return <NoProject isLoading={project === undefined} />;
  return <CorrectProject project={project} />;
}

function CorrectProject({ project }: { project: ProjectDocument }) {
  const { t } = useLingui();
  const { uuid, name, street_name: streetName, postal_code: postalCode, city } = project;
  const saving = useCorrectProject(uuid);
  const errorMessage = useErrorMessage();
  return (
    <ProjectForm
      title={t`Change project`}
      first={{ name, streetName, postalCode, city }}
      backTo={paths.project(uuid)}
      saving={saving}
      // The project was sent while this form was open.
      disabledReason={!project.unbegun && errorMessage({ code: 'project_begun' })}
    >
      <Trans>Save</Trans>
    </ProjectForm>
  );
}

/**
 * Creates a project on this device and opens it; the sync sends it later.
 * @param fromPicker true to continue assigning the scanned products to it
 */
function useCreateProject(fromPicker: boolean) {
  const { projectCommands } = useAccount();
  const go = useGo();
  const { run, busy, failure } = useRequest(async (begin: ProjectAddress) => {
    const project = await projectCommands.createProject(begin);
    const next = fromPicker ? paths.scanProject({ project }) : paths.project(project);
    go(next, { replace: true, done: true });
  });
  return { save: run, busy, failure };
}

/** Corrects a project that the server doesn't have yet, and returns to it. */
function useCorrectProject(projectId: string) {
  const { projectCommands } = useAccount();
  const go = useGo();
  const { run, busy, failure } = useRequest(async (begin: ProjectAddress) => {
    await projectCommands.editProject(projectId, begin);
    go(paths.project(projectId), { replace: true, done: true });
  });
  return { save: run, busy, failure };
}
