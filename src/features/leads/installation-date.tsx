import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import * as v from 'valibot';
import { latestSelectableDay } from '#schemas/calendar-day.ts';
import { isDateEditable } from '#schemas/lead-edit.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import { day } from '#schemas/primitives.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useToday } from '#src/data/time/use-server-time.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';

interface InstallationDateProps {
  /** `2026-05-04`; null if not set. */
  date: string | null;
  /** The lead it belongs to; null if read-only. */
  lead: LeadDocument | null;
}

/** The installation date; can be changed until the day itself (spec 1 §4). Works offline. */
export function InstallationDate({ date, lead }: InstallationDateProps) {
  const { t } = useLingui();
  const format = useFormat();
  const today = useToday();
  const [isEditing, setIsEditing] = useState(false);
  const isEditable = lead !== null && isDateEditable(lead, today);
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
        {date !== null && date === today && (
          <p className="mt-1 text-small text-ink-soft">
            <Trans>The installation is today, so you can’t change the date.</Trans>
          </p>
        )}
        {isEditable && (
          <div className="mt-4">
            <Button
              variant="secondary"
              icon={<CalendarDays />}
              disabledReason={
                lead.state === 'refused' &&
                t`First decide what to do with the change that wasn’t accepted.`
              }
              onClick={() => setIsEditing(true)}
            >
              {date === null ? <Trans>Set date</Trans> : <Trans>Change date</Trans>}
            </Button>
          </div>
        )}
      </Card>
      {isEditing && lead && (
        <DateSheet lead={lead} date={date} onDone={() => setIsEditing(false)} />
      )}
    </Section>
  );
}

interface DateSheetProps {
  lead: LeadDocument;
  date: string | null;
  onDone: () => void;
}

function DateSheet({ lead, date, onDone }: DateSheetProps) {
  const { t } = useLingui();
  const account = useAccount();
  const errorMessage = useErrorMessage();
  const { today, lastDay, lastDayText } = useDateBounds();
  const [selectedDay, setSelectedDay] = useState(date ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  const save = async (newDate: string | null) => {
    setFailure(null);
    try {
      await account.leadCommands.setInstallationDate(lead.uuid, newDate);
      onDone();
    } catch (error) {
      setFailure(error);
    }
  };
  const submit = () => {
    if (selectedDay === '') return setProblem(t`Choose a day.`);
    if (
      selectedDay !== date &&
      (selectedDay < today || selectedDay > lastDay || !v.is(day, selectedDay))
    )
      return setProblem(t`Choose a day from today to ${lastDayText}.`);
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
          {/* An agreed lead needs a date: it can be moved, not removed. */}
          {date !== null && lead.status !== 'agreed' && (
            <Button variant="secondary" fullWidth onClick={() => void save(null)}>
              <Trans>Remove date</Trans>
            </Button>
          )}
        </>
      }
    >
      <ErrorBlock messages={failure === null ? [] : [errorMessage(failure)]} />
      <TextField
        type="date"
        label={t`Day`}
        min={today}
        max={lastDay}
        value={selectedDay}
        onChange={(event) => {
          setSelectedDay(event.target.value);
          setProblem(null);
        }}
        error={problem}
      />
    </Sheet>
  );
}

/** First and last day allowed for an installation date, the last one also as text. */
export function useDateBounds() {
  const format = useFormat();
  const today = useToday();
  const lastDay = latestSelectableDay(today);
  return { today, lastDay, lastDayText: format.day(lastDay) };
}
