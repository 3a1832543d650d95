import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { isDateEditable } from '#schemas/lead-edit.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useToday } from '#src/data/time/use-server-time.ts';
import { DateSection } from '../_shared/dates/date-section.tsx';

interface InstallationDateProps {
  /** `2026-05-04`; null if not set. */
  date: string | null;
  /** The lead that the date belongs to; null if the date is read-only. */
  lead: LeadDocument | null;
  /** Another button, next to the one that changes the date. */
  action?: ReactNode;
}

/** The installation date, which can be changed until that day begins (spec 1 §4). Works offline. */
export function InstallationDate({ date, lead, action }: InstallationDateProps) {
  const { t } = useLingui();
  const { leadCommands } = useAccount();
  const today = useToday();
  return (
    <DateSection
      date={date}
      action={action}
      isEditable={lead !== null && isDateEditable(lead, today)}
      // An agreed lead needs a date, so the date can be changed but not removed.
      isRemovable={lead?.status !== 'agreed'}
      disabledReason={
        lead?.state === 'refused' &&
        t`First decide what to do with the change that wasn’t accepted.`
      }
      note={
        date !== null &&
        date === today && (
          <p className="mt-1 text-small text-ink-soft">
            <Trans>The installation is today, so you can’t change the date.</Trans>
          </p>
        )
      }
      onSave={async (newDate) => {
        if (lead) await leadCommands.setInstallationDate(lead.uuid, newDate, lead);
      }}
    />
  );
}
