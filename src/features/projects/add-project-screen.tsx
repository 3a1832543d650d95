import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { projectCreate } from '#schemas/project.ts';
import { useErrorWords } from '#src/data/words/error-words.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { AddressEntry } from '#src/features/address/address-entry.tsx';
import { judgedBy, submitting } from '#src/features/editing/judged-form.ts';
import { LeaveQuestion } from '#src/features/editing/leave-question.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Page } from '#src/ui/page.tsx';
import { SubmitFooter } from '#src/ui/submit-footer.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { ArrowLeft } from 'lucide-react';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { useCreateProject } from './use-create-project.ts';

const FORM = 'add-project';

/** `/projects/add`: an address; the server grants it, so one must be online (spec 1 §5). */
export function AddProjectScreen() {
  const { t } = useLingui();
  const { scan } = useSearch({ strict: false });
  const fromPicker = scan === '1';
  const offline = useConnection() !== 'online';
  const errorWords = useErrorWords();
  const { create, busy, failure } = useCreateProject(fromPicker);
  const region = useSingleton('configuration')?.region;
  const form = useForm({
    resolver: judgedBy(projectCreate),
    defaultValues: { name: '', streetName: '', city: '', postalCode: '' },
    shouldFocusError: false,
  });
  usePageTitle(t`Add project`);
  const { register, formState } = form;
  const backTo = fromPicker ? paths.scanProject() : paths.projects();

  return (
    <Page
      title={t`Add project`}
      subtitle={t`The address where you are installing.`}
      back={<IconButton label={t`Back`} icon={<ArrowLeft />} {...linkTo(backTo)} />}
      footer={
        <SubmitFooter
          form={FORM}
          busy={busy}
          failure={failure === null ? null : errorWords(failure)}
          disabledReason={
            offline && t`You are offline. A project is added online; your scans can wait.`
          }
        >
          <Trans>Add project</Trans>
        </SubmitFooter>
      }
    >
      <form
        id={FORM}
        noValidate
        className="space-y-4"
        onSubmit={submitting(form, (values) => create(values))}
      >
        <AddressEntry
          form={form}
          names={{ street: 'streetName', postalCode: 'postalCode', city: 'city' }}
          region={region}
          isCityOptional
        />
        <TextField
          label={t({ context: 'thing', message: 'Name' })}
          optionalLabel={t`optional`}
          hint={t`To find it again, for example the customer's name.`}
          autoComplete="off"
          error={formState.errors.name && t`At most 120 characters.`}
          {...register('name')}
        />
      </form>
      <LeaveQuestion isEdited={formState.isDirty} />
    </Page>
  );
}
