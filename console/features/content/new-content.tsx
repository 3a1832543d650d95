import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { ContentType } from '#schemas/content.ts';
import { contentCalls, MAX_CONTENT_TITLE } from '#schemas/operator/content-calls.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionForm } from '#console/parts/action-form.tsx';
import { useRegionField } from '#console/parts/region-field.tsx';
import { SideSheet } from '#console/parts/side-sheet.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { typeText } from './content-texts.ts';

interface NewContentProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Side sheet with a form that creates the draft of an article. */
export function NewContent({ isOpen, onClose }: NewContentProps) {
  const { t } = useLingui();
  return (
    <SideSheet
      isOpen={isOpen}
      onClose={onClose}
      title={t`New article`}
      description={t`It starts as a draft. Installers see it once you publish it.`}
    >
      <NewContentForm />
    </SideSheet>
  );
}

function NewContentForm() {
  const { t, i18n } = useLingui();
  const router = useRouter();
  const askWhy = useAskWhy();
  const action = useOperatorAction(contentCalls.createContent, {
    refetches: ['listContents', 'listAudit'],
  });
  const { region, field: regionField } = useRegionField('content.edit');
  const [type, setType] = useState<ContentType>('news');
  const [typedTitle, setTypedTitle] = useState('');
  const [showErrors, setShowErrors] = useState(false);
  const title = typedTitle.trim();
  const create = async () => {
    setShowErrors(true);
    if (region === null || title === '') return;
    const why = await askWhy({ title: t`Create “${title}”?`, confirmLabel: t`Create the draft` });
    if (why === null) return;
    const { id } = await action.mutateAsync({ body: { region, type, title, why } });
    await router.navigate({ href: `/content/${id}`, ignoreBlocker: true });
  };
  return (
    <ActionForm
      error={action.error}
      isBusy={action.isPending}
      submitLabel={<Trans>Create the draft</Trans>}
      onSubmit={create}
    >
      {regionField(showErrors && region === null ? t`Choose a country.` : undefined)}
      <SelectField
        label={t`Type`}
        hint={t`News has a page. Tutorials are listed in “Resources”, and may have a video.`}
        options={(['news', 'tutorial'] as const).map((value) => ({
          value,
          label: typeText(i18n, value),
        }))}
        value={type}
        onChange={({ target }) => setType(target.value === 'tutorial' ? 'tutorial' : 'news')}
      />
      <TextField
        label={t`Title in English`}
        hint={t`It’s shown wherever a translation is missing.`}
        maxLength={MAX_CONTENT_TITLE}
        autoComplete="off"
        value={typedTitle}
        error={showErrors && title === '' ? t`Enter a title.` : undefined}
        onChange={({ target }) => setTypedTitle(target.value)}
      />
    </ActionForm>
  );
}
