import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { day } from '#schemas/primitives.ts';
import { type ProjectDocument, type ProjectAddress, projectAddress } from '#schemas/project.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { type AppLink, paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { AddressEntry } from '#src/features/_shared/address/address-fields.tsx';
import { RestoredChanges, useFormDraft } from '#src/features/_shared/editing/form-draft.tsx';
import { formResolver, submitHandler } from '#src/ui/fields/form-resolver.ts';
import { UnsavedChangesPrompt } from '#src/features/_shared/editing/edit-page.tsx';
import { useDateBounds } from '#src/features/_shared/dates/date-section.tsx';
import { FieldGrid } from '#src/ui/fields/field-grid.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { SubmitFooter } from '#src/ui/layout/submit-footer.tsx';
import { NoProject } from '../detail/no-project.tsx';
import { projectById } from '../queries.ts';

const EMPTY_PROJECT = { name: '', streetName: '', city: '', postalCode: '', installationDate: '' };

/** `/projects/add`: creates a project, online or offline, or corrects one that hasn't been sent yet. */
export function AddProjectScreen() {
  const { scan, project } = useSearch({ from: '/signed-in/projects/add' });
  return project === undefined ? (
    <NewProject isFromPicker={scan === '1'} />
  ) : (
    <UnsentProject key={project} id={project} />
  );
}

function NewProject({ isFromPicker }: { isFromPicker: boolean }) {
  const { t } = useLingui();
  const saveRequest = useCreateProject(isFromPicker);
  return (
    <ProjectForm
      title={t`New project`}
      draftName="project:new"
      initialValues={EMPTY_PROJECT}
      backTo={isFromPicker ? paths.scanProject() : paths.projects()}
      saveRequest={saveRequest}
      disabledReason={false}
    >
      <Trans>Create project</Trans>
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
  const installationDate = project.installation_date ?? '';
  const saveRequest = useCorrectProject(uuid);
  const errorMessage = useErrorMessage();
  return (
    <ProjectForm
      title={t`Change project`}
      draftName={`project:${uuid}`}
      initialValues={{ name, streetName, postalCode, city, installationDate }}
      backTo={paths.project(uuid)}
      saveRequest={saveRequest}
      // Saving is disabled if the project was sent while this form was open.
      disabledReason={!project.unbegun && errorMessage({ code: 'project_begun' })}
    >
      <Trans>Save</Trans>
    </ProjectForm>
  );
}

/**
 * Creates a project on this device, which the sync sends later, and opens the project.
 * @param isFromPicker true to return to the picker instead, where the scanned products are assigned to the project
 */
function useCreateProject(isFromPicker: boolean) {
  const { projectCommands } = useAccount();
  const go = useGo();
  const { run, busy, failure } = useRequest(async (address: ProjectAddress, id: string) => {
    const project = await projectCommands.createProject(address, id);
    const target = isFromPicker ? paths.scanProject({ project }) : paths.project(project);
    go(target, { replace: true, done: true });
  });
  return { save: run, busy, failure };
}

/** Corrects a project that the server doesn't have yet, and returns to the project's screen. */
function useCorrectProject(projectId: string) {
  const { projectCommands } = useAccount();
  const go = useGo();
  const { run, busy, failure } = useRequest(async (address: ProjectAddress) => {
    await projectCommands.editProject(projectId, address);
    go(paths.project(projectId), { replace: true, done: true });
  });
  return { save: run, busy, failure };
}

const FORM = 'project';

interface ProjectFormProps {
  title: string;
  /** Name of the saved draft. */
  draftName: string;
  initialValues: typeof EMPTY_PROJECT;
  backTo: AppLink;
  saveRequest: {
    /** @param id id for a new project; ignored when an existing project is corrected */
    readonly save: (address: ProjectAddress, id: string) => unknown;
    readonly busy: boolean;
    readonly failure: unknown;
  };
  /** Reason why saving is disabled; false if it isn't. */
  disabledReason: string | false;
  /** Label of the save button. */
  children: ReactNode;
}

/** Form for a project's address (spec 1 §5), name and installation date. */
function ProjectForm(props: ProjectFormProps) {
  const { title, initialValues, backTo, saveRequest } = props;
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const region = useSingleton('configuration')?.region;
  const form = useForm({
    resolver: formResolver(useProjectForm(initialValues.installationDate)),
    defaultValues: initialValues,
    shouldFocusError: false,
  });
  const draft = useFormDraft(form, props.draftName);
  usePageTitle(title);
  const { register, formState } = form;
  const { today, lastDay, lastDayText } = useDateBounds();
  return (
    <Page
      title={title}
      subtitle={t`The address where you’re installing.`}
      back={<IconButton label={t`Back`} icon={<ArrowLeft />} {...linkTo(backTo)} />}
      footer={
        <SubmitFooter
          form={FORM}
          busy={saveRequest.busy}
          failure={saveRequest.failure === null ? null : errorMessage(saveRequest.failure)}
          disabledReason={props.disabledReason}
        >
          {props.children}
        </SubmitFooter>
      }
    >
      <form
        id={FORM}
        noValidate
        className="space-y-7"
        onSubmit={submitHandler(
          form,
          ({ installationDate, ...address }) =>
            void saveRequest.save(
              { ...address, installationDate: installationDate || null },
              draft.id,
            ),
        )}
      >
        <RestoredChanges draft={draft} />
        <FieldGrid>
          <AddressEntry
            form={form}
            names={{ street: 'streetName', postalCode: 'postalCode', city: 'city' }}
            region={region}
            isCityOptional
          />
          <TextField
            label={t({ context: 'thing', message: 'Name' })}
            optionalLabel={t`optional`}
            hint={t`Helps you find the project. For example, the customer’s name.`}
            autoComplete="off"
            error={formState.errors.name && t`Use 120 characters or fewer.`}
            {...register('name')}
          />
          <TextField
            type="date"
            label={t`Installation date`}
            optionalLabel={t`optional`}
            min={today}
            max={lastDay}
            error={
              formState.errors.installationDate && t`Choose a day from today to ${lastDayText}.`
            }
            {...register('installationDate')}
          />
        </FieldGrid>
      </form>
      <UnsavedChangesPrompt isEdited={formState.isDirty} />
    </Page>
  );
}

/**
 * Schema of the form. The date can be empty, and a saved date can be in the past.
 * @param savedDate empty if there is none
 */
function useProjectForm(savedDate: string) {
  const { today, lastDay } = useDateBounds();
  return useMemo(() => {
    const isAllowedDate = (date: string) =>
      date === '' || date === savedDate || (v.is(day, date) && date >= today && date <= lastDay);
    const installationDate = v.pipe(v.string(), v.check(isAllowedDate));
    return v.object({ ...projectAddress.entries, installationDate });
  }, [savedDate, today, lastDay]);
}
