import { Trans, useLingui } from '@lingui/react/macro';
import { addDays } from '#schemas/calendar-day.ts';
import { MAX_START_DAYS } from '#schemas/operator/settings-calls.ts';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { dayText } from '#console/parts/country-and-time.ts';

/** True if a version can start on this day. */
export const isValidStart = (day: string, today: string): boolean =>
  day >= today && day <= addDays(today, MAX_START_DAYS);

interface StartFieldProps {
  readonly today: string;
  readonly value: string;
  readonly showErrors: boolean;
  readonly onChange: (day: string) => void;
}

/** Field for the first day of a change. The day is in the country’s time zone. */
export function StartField({ today, value, showErrors, onChange }: StartFieldProps) {
  const { t } = useLingui();
  const isInvalid = showErrors && !isValidStart(value, today);
  return (
    <TextField
      label={t`Valid from`}
      type="date"
      min={today}
      max={addDays(today, MAX_START_DAYS)}
      hint={t`If you choose today, the change takes effect immediately. A later day starts at midnight in the country.`}
      value={value}
      error={isInvalid ? t`Choose today, or a day within two years.` : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

interface ChangeStartProps extends StartFieldProps {
  readonly isChanged: boolean;
}

/**
 * The end of a form that changes settings: the field for the first day, and an error if the submitted form has no
 * changes.
 */
export function ChangeStart({ isChanged, ...start }: ChangeStartProps) {
  return (
    <>
      {start.showErrors && !isChanged && (
        <p role="alert" className="text-small text-bad">
          <Trans>You haven’t changed anything yet.</Trans>
        </p>
      )}
      <StartField {...start} />
    </>
  );
}

/** Returns a function that shows the outcome of a change in a toast. */
export function useChangeNotice(): (
  approval: string | null,
  startsOn: string,
  today: string,
) => void {
  const { t, i18n } = useLingui();
  return (approval, startsOn, today) => {
    const day = dayText(i18n, startsOn);
    const message =
      approval !== null
        ? t`A second person must approve this.`
        : startsOn === today
          ? t`The change is valid now.`
          : t`The change is planned for ${day}.`;
    showToast({ subject: 'country', tone: 'good', message });
  };
}
