import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { type FormDraftId, isFormOpen } from '#console/data/use-form-draft.ts';
import { ActionButton } from '#console/parts/action-button.tsx';

interface SettingsCardProps extends Pick<ComponentProps<typeof DetailList>, 'items'> {
  readonly title: string;
  readonly canEdit: boolean;
  /** Id of the dialog's draft, if the dialog has one. */
  readonly draftId?: FormDraftId;
  /** Dialog that changes the settings. */
  readonly dialog: (onClose: () => void) => ReactNode;
}

/** Settings that are edited together, with the button to change them. */
export function SettingsCard({ title, canEdit, draftId, items, dialog }: SettingsCardProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(() => draftId !== undefined && isFormOpen(draftId));
  return (
    <section aria-label={title} className="rounded-card bg-surface-raised p-4 card-rise">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 className="min-w-0 grow basis-32 font-semibold">{title}</h2>
        {canEdit && (
          <ActionButton
            variant="secondary"
            aria-label={t`Change: ${title}`}
            onClick={() => setOpen(true)}
          >
            <Trans context="action">Change</Trans>
          </ActionButton>
        )}
      </div>
      <DetailList items={items} />
      {isOpen && dialog(() => setOpen(false))}
    </section>
  );
}
