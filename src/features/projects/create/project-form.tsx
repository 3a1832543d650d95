import { useLingui } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { type ProjectAddress, projectAddress } from '#schemas/project.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { AddressEntry } from '#src/features/_shared/address/address-entry.tsx';
import { formResolver, submitHandler } from '#src/features/_shared/editing/form-resolver.ts';
import { UnsavedChangesPrompt } from '#src/features/_shared/editing/unsaved-changes-prompt.tsx';
import { linkTo } from '#src/app/link-to.tsx';
import { FieldGrid } from '#src/ui/fields/field-grid.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { SubmitFooter } from '#src/ui/layout/submit-footer.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';

const FORM = 'project';

interface ProjectFormProps {
  title: string;
  /** Initial values. */
  first: Required<ProjectAddress>;
  backTo: string;
  saving: {
    readonly save: (begin: ProjectAddress) => unknown;
    readonly busy: boolean;
    readonly failure: unknown;
  };
  /** Reason why saving is disabled; false if it isn't. */
  disabledReason: string | false;
  /** Label of the save button. */
  children: ReactNode;
}

/** A project's address (spec 1 §5) and name. */
export function ProjectForm(props: ProjectFormProps) {
  const { title, first, backTo, saving } = props;
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const region = useSingleton('configuration')?.region;
  const form = useForm({
    resolver: formResolver(projectAddress),
    defaultValues: first,
    shouldFocusError: false,
  });
  usePageTitle(title);
  const { register, formState } = form;
  return (
    <Page
      title={title}
      subtitle={t`The address where you are installing.`}
      back={<IconButton label={t`Back`} icon={<ArrowLeft />} {...linkTo(backTo)} />}
      footer={
        <SubmitFooter
          form={FORM}
          busy={saving.busy}
          failure={saving.failure === null ? null : errorMessage(saving.failure)}
          disabledReason={props.disabledReason}
        >
          {props.children}
        </SubmitFooter>
      }
    >
      <form
        id={FORM}
        noValidate
        onSubmit={submitHandler(form, (values) => void saving.save(values))}
      >
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
            hint={t`To find it again, for example the customer's name.`}
            autoComplete="off"
            error={formState.errors.name && t`At most 120 characters.`}
            {...register('name')}
          />
        </FieldGrid>
      </form>
      <UnsavedChangesPrompt isEdited={formState.isDirty} />
    </Page>
  );
}
