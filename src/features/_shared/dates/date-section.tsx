import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarDays } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import * as v from 'valibot';
import { latestSelectableDay } from '#schemas/calendar-day.ts';
import { day } from '#schemas/primitives.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useToday } from '#src/data/time/use-server-time.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';

interface DateSectionProps {
  /** The date, such as `2026-05-04`. Null if none is set. */
  date: string | null;
  isEditable: boolean;
  isRemovable: boolean;
  /** Reason why editing is disabled; false if it isn't. */
  disabledReason?: string | false;
  /** A line below the date. */
  note?: ReactNode;
  /** Another button, next to the one that changes the date. */
  action?: ReactNode;
  /**
   * Saves a date on this device; null removes it. The sheet keeps the `onSave` from when it opened, because that one
   * knows which date the user saw.
   */
  onSave: (date: string | null) => Promise<void>;
}

/** The installation date, with a sheet to change it. Renders nothing if no date is set and the user can't set one. */
export function DateSection({
  date,
  isEditable,
  disabledReason,
  note,
  action,
  ...sheetProps
}: DateSectionProps) {
  const { t } = useLingui();
  const format = useFormat();
  const [isEditing, setIsEditing] = useState(false);
  if (date === null && !isEditable) return null;
  return (
    <Section title={t`Installation date`}>
      <Card>
        {date === null ? (
          <p className="text-ink-soft">
            <Trans>No date yet. Set one as soon as you know it.</Trans>
          </p>
        ) : (
          <p className="text-title font-semibold tnum">{format.day(date)}</p>
        )}
        {note}
        <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
          {isEditable && (
            <Button
              variant="secondary"
              icon={<CalendarDays />}
              disabledReason={disabledReason ?? false}
              onClick={() => setIsEditing(true)}
            >
              {date === null ? <Trans>Set date</Trans> : <Trans>Change date</Trans>}
            </Button>
          )}
          {action}
        </div>
      </Card>
      {isEditing && isEditable && (
        <DateSheet date={date} {...sheetProps} onDone={() => setIsEditing(false)} />
      )}
    </Section>
  );
}

interface DateSheetProps extends Pick<DateSectionProps, 'date' | 'isRemovable' | 'onSave'> {
  onDone: () => void;
}

function DateSheet({ isRemovable, onDone, ...props }: DateSheetProps) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const { today, lastDay, lastDayText } = useDateBounds();
  // Keep the date from when the sheet opened, even if a colleague's change arrives.
  const [{ date, onSave }] = useState(props);
  const [selectedDay, setSelectedDay] = useState(date ?? '');
  const [dayError, setDayError] = useState<string | null>(null);
  const [saveFailure, setSaveFailure] = useState<unknown>(null);

  const save = async (newDate: string | null) => {
    setSaveFailure(null);
    try {
      await onSave(newDate);
      onDone();
    } catch (error) {
      setSaveFailure(error);
    }
  };
  const submit = () => {
    if (selectedDay === '') return setDayError(t`Choose a day.`);
    if (
      selectedDay !== date &&
      (selectedDay < today || selectedDay > lastDay || !v.is(day, selectedDay))
    )
      return setDayError(t`Choose a day from today to ${lastDayText}.`);
    return void save(selectedDay);
  };
  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => !isOpen && onDone()}
      title={t`Installation date`}
      closeLabel={t`Close`}
      footer={
        <>
          <Button fullWidth onClick={submit}>
            <Trans>Save date</Trans>
          </Button>
          {date !== null && isRemovable && (
            <Button variant="secondary" fullWidth onClick={() => void save(null)}>
              <Trans>Remove date</Trans>
            </Button>
          )}
        </>
      }
    >
      <ErrorBlock messages={saveFailure === null ? [] : [errorMessage(saveFailure)]} />
      <TextField
        type="date"
        label={t`Day`}
        min={today}
        max={lastDay}
        value={selectedDay}
        onChange={(event) => {
          setSelectedDay(event.target.value);
          setDayError(null);
        }}
        error={dayError}
      />
    </Sheet>
  );
}

/** First and last day allowed for an installation date, and the last one as text. */
export function useDateBounds() {
  const format = useFormat();
  const today = useToday();
  const lastDay = latestSelectableDay(today);
  return { today, lastDay, lastDayText: format.day(lastDay) };
}
