import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { projectCreate } from '#schemas/project.ts';
import { useErrorWords } from '#src/data/error-words.ts';
import { usePageTitle } from '#src/data/use-page-title.ts';
import { useConnection } from '#src/data/use-sync-status.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Page } from '#src/ui/page.tsx';
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
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(projectCreate),
    defaultValues: { name: '', streetName: '', city: '', postalCode: '' },
    // react-hook-form puts the focus on the first field that is wrong.
    shouldFocusError: true,
  });
  usePageTitle(t`Add project`);
  const { errors } = formState;
  const trimmed = { setValueAs: (value: string) => value.trim() };
  const backTo = fromPicker ? paths.scanProject() : paths.projects();

  return (
    <Page
      title={t`Add project`}
      subtitle={t`The address where you install.`}
      back={<IconButton label={t`Back`} icon={<ArrowLeft />} {...linkTo(backTo)} />}
      footer={
        <>
          {failure !== null && <ErrorBlock messages={[errorWords(failure)]} />}
          <Button
            type="submit"
            form={FORM}
            size="large"
            fullWidth
            busy={busy}
            disabledReason={
              offline && t`You are offline. A project is added online; your scans can wait.`
            }
          >
            <Trans>Add project</Trans>
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        noValidate
        className="space-y-4"
        onSubmit={(event) => void handleSubmit((values) => create(values))(event)}
      >
        <TextField
          label={t`Street and number`}
          autoComplete="street-address"
          error={errors.streetName && t`Enter the street.`}
          {...register('streetName', trimmed)}
        />
        <TextField
          label={t`Postal code`}
          autoComplete="postal-code"
          error={errors.postalCode && t`Enter the postal code, up to 16 characters.`}
          {...register('postalCode', trimmed)}
        />
        <TextField
          label={t`City`}
          optionalLabel={t`optional`}
          autoComplete="address-level2"
          error={errors.city && t`At most 80 characters.`}
          {...register('city', trimmed)}
        />
        <TextField
          label={t`Name`}
          optionalLabel={t`optional`}
          hint={t`To find it again, such as the customer's name.`}
          autoComplete="off"
          error={errors.name && t`At most 120 characters.`}
          {...register('name', trimmed)}
        />
      </form>
    </Page>
  );
}
