import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState } from 'react';
import { MAX_NOTE } from '#schemas/product-rejection.ts';
import { Button } from '#src/ui/button.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { ActionButton, SmallActionButton } from '#console/parts/action-button.tsx';
import { toolButtonClass } from '#console/parts/drop-down.tsx';
import { Keys } from '#console/parts/palette/palette.tsx';
import { useShortcuts } from '#console/parts/shortcuts.ts';
import { rejectionReasonText } from '#console/parts/rejection-reason-text.ts';
import { SubmitForm } from '#console/parts/submit-form.tsx';
import type { Reason } from './review-texts.ts';

interface ReasonBarProps {
  readonly kind: 'reject' | 'request_photo';
  readonly reasons: readonly Reason[];
  readonly onChoose: (reason: Reason, note?: string) => void;
  readonly onCancel: () => void;
}

/**
 * Asks for a reason, which can be chosen with a number key, and for a note to the installer. The note is optional
 * unless the reason requires one.
 */
export function ReasonBar({ kind, reasons, onChoose, onCancel }: ReasonBarProps) {
  const { t, i18n } = useLingui();
  const [chosenReason, setChosenReason] = useState<Reason | null>(null);
  const [note, setNote] = useState('');
  const titleId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const firstButton = useRef<HTMLButtonElement>(null);
  useEffect(() => firstButton.current?.focus(), []);
  useEffect(() => {
    if (chosenReason) field.current?.focus();
  }, [chosenReason]);

  const choose = (reason: Reason | undefined) => {
    if (!reason) return false;
    const text = note.trim();
    if (reason.needs_note && text === '') setChosenReason(reason);
    else onChoose(reason, text);
    return true;
  };
  useShortcuts(
    Object.fromEntries(
      reasons.slice(0, 9).map((reason, index) => [String(index + 1), () => choose(reason)]),
    ),
  );
  return (
    <SubmitForm
      aria-labelledby={titleId}
      className="flex flex-col gap-2 rounded-card bg-surface-raised p-3 card-rise"
      onSubmit={() => {
        if (chosenReason) choose(chosenReason);
      }}
    >
      <h2 id={titleId} className="font-sans text-body font-semibold">
        {kind === 'reject' ? (
          <Trans>Reason for rejecting</Trans>
        ) : (
          <Trans>Reason for a new photo</Trans>
        )}
      </h2>
      <ol className="flex flex-wrap gap-1.5">
        {reasons.map((reason, index) => (
          <li key={reason.code}>
            <SmallActionButton
              ref={index === 0 ? firstButton : undefined}
              aria-pressed={chosenReason?.code === reason.code}
              aria-keyshortcuts={index < 9 ? String(index + 1) : undefined}
              className={`${toolButtonClass} bg-surface-sunken`}
              onClick={() => choose(reason)}
            >
              {index < 9 && <Keys isHidden>{String(index + 1)}</Keys>}{' '}
              {rejectionReasonText(i18n, reason)}
            </SmallActionButton>
          </li>
        ))}
      </ol>
      <TextAreaField
        ref={field}
        rows={1}
        label={t`Note to the installer`}
        maxLength={MAX_NOTE}
        value={note}
        error={chosenReason && note.trim() === '' ? t`This reason needs a note.` : undefined}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        {chosenReason && (
          <ActionButton type="submit">
            <Trans>Send</Trans>
          </ActionButton>
        )}
        <Button variant="secondary" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </SubmitForm>
  );
}
