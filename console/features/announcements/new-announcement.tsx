import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { announcementCalls, MAX_ANNOUNCEMENT_TITLE } from '#schemas/operator/announcement-calls.ts';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionForm } from '#console/parts/action-form.tsx';
import { useRegionField } from '#console/parts/region-field.tsx';
import { SideSheet } from '#console/parts/side-sheet.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';

interface NewAnnouncementProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Side sheet with a form that creates the draft of an announcement. */
export function NewAnnouncement({ isOpen, onClose }: NewAnnouncementProps) {
  const { t } = useLingui();
  return (
    <SideSheet
      isOpen={isOpen}
      onClose={onClose}
      title={t`New announcement`}
      description={t`It starts as a draft. You choose the people when you send it.`}
    >
      <NewAnnouncementForm />
    </SideSheet>
  );
}

function NewAnnouncementForm() {
  const { t } = useLingui();
  const router = useRouter();
  const askWhy = useAskWhy();
  const action = useOperatorAction(announcementCalls.createAnnouncement, {
    refetches: ['listAnnouncements', 'listAudit'],
  });
  const { region, field: regionField } = useRegionField('content.edit');
  const [typedTitle, setTypedTitle] = useState('');
  const [showErrors, setShowErrors] = useState(false);
  const title = typedTitle.trim();
  const create = async () => {
    setShowErrors(true);
    if (region === null || title === '') return;
    const why = await askWhy({ title: t`Create “${title}”?`, confirmLabel: t`Create the draft` });
    if (why === null) return;
    const { id } = await action.mutateAsync({ body: { region, title, why } });
    await router.navigate({ href: `/announcements/${id}`, ignoreBlocker: true });
  };
  return (
    <ActionForm
      error={action.error}
      isBusy={action.isPending}
      submitLabel={<Trans>Create the draft</Trans>}
      onSubmit={create}
    >
      {regionField(showErrors && region === null ? t`Choose a country.` : undefined)}
      <TextField
        label={t`Title in English`}
        hint={t`It’s sent to people whose language has no text.`}
        maxLength={MAX_ANNOUNCEMENT_TITLE}
        autoComplete="off"
        value={typedTitle}
        error={showErrors && title === '' ? t`Enter a title.` : undefined}
        onChange={({ target }) => setTypedTitle(target.value)}
      />
    </ActionForm>
  );
}
