import { Plural, useLingui } from '@lingui/react/macro';
import type { LeadDocument } from '#schemas/lead.ts';
import { linkTo } from '#src/link-to.tsx';
import { ListRow } from '#src/ui/list-row.tsx';
import { SyncMark } from '#src/ui/sync-mark.tsx';
import { ContactBar } from './contact-bar.tsx';
import { customerName, customerTown } from './contact-links.ts';
import { LeadBadge, LeadTime } from './lead-badge.tsx';
import { leadPath } from './lead-place.ts';

interface LeadRowProps {
  lead: LeadDocument;
  now: number;
  selected: boolean;
}

/** A lead in the list: who, where, how much, how long still, and where it stands. */
export function LeadRow({ lead, now, selected }: LeadRowProps) {
  const { window_windows_number: windows } = lead;
  const isReached = lead.group === 'open' || lead.group === 'scheduled';
  return (
    <ListRow
      title={customerName(lead.customer_info)}
      meta={
        <>
          <span className="block">{customerTown(lead.customer_info)}</span>
          <span className="flex flex-wrap items-center gap-x-3">
            {windows !== null && (
              <span className="tnum">
                <Plural value={windows} one="# window" other="# windows" />
              </span>
            )}
            <LeadTime lead={lead} now={now} />
          </span>
        </>
      }
      trailing={
        <span className="flex flex-wrap items-center gap-2">
          <LeadMark state={lead.state} />
          <LeadBadge status={lead.status} />
        </span>
      }
      selected={selected}
      below={isReached && <ContactBar customer={lead} />}
      {...linkTo(leadPath(lead))}
    />
  );
}

/** What of the lead the server does not have yet, or would not take. */
export function LeadMark({ state }: Pick<LeadDocument, 'state'>) {
  const { t } = useLingui();
  if (state === 'synced') return null;
  return state === 'refused' ? (
    <SyncMark state="refused" label={t`Refused`} />
  ) : (
    <SyncMark state="waiting" label={t`Waiting`} />
  );
}
