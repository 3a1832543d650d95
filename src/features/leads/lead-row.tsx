import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Phone } from 'lucide-react';
import type { LeadDocument } from '#schemas/lead.ts';
import type { RegionalClock } from '#src/data/time/time-left.ts';
import { customerName } from '#src/data/text/customer-text.ts';
import { callLink } from '#src/data/text/phone.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { Avatar } from '#src/ui/media/avatar.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Facts } from '#src/ui/lists/facts.tsx';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { SyncMark } from '#src/ui/feedback/sync-mark.tsx';
import { phonesOf } from './contact-links.ts';
import { LeadBadge, LeadDeadline } from './lead-badge.tsx';
import { leadRoute } from './lead-route.ts';

interface LeadRowProps {
  lead: LeadDocument;
  clock: RegionalClock;
  selected: boolean;
}

/**
 * A lead in the list: customer, city, windows, time left and status, with a call button while
 * active.
 */
export function LeadRow({ lead, clock, selected }: LeadRowProps) {
  const { t } = useLingui();
  const { window_windows_number: windows } = lead;
  const name = customerName(lead.customer_info);
  const isActive = lead.group === 'open' || lead.group === 'scheduled';
  const [phone] = isActive ? phonesOf(lead) : [];
  const count = windows !== null && t`${plural(windows, { one: '# window', other: '# windows' })}`;
  return (
    <ListRow
      thumbnail={<Avatar name={name} />}
      title={name}
      meta={<Facts facts={[lead.customer_info.City, count]} />}
      trailing={
        <span className="flex flex-col items-end gap-1 text-caption @max-[18.5rem]:items-start">
          <LeadDeadline lead={lead} clock={clock} />
          {lead.state === 'synced' ? (
            <LeadBadge status={lead.status} />
          ) : (
            <LeadSyncMark state={lead.state} />
          )}
        </span>
      }
      selected={selected}
      action={
        phone !== undefined && (
          <IconButton label={t`Call ${name}`} icon={<Phone />} href={callLink(phone)} />
        )
      }
      {...linkTo(leadRoute(lead))}
    />
  );
}

/** Icon for a waiting or rejected change. */
export function LeadSyncMark({ state }: Pick<LeadDocument, 'state'>) {
  const { t } = useLingui();
  if (state === 'synced') return null;
  return state === 'refused' ? (
    <SyncMark state="refused" label={t`Refused`} />
  ) : (
    <SyncMark state="waiting" label={t`Waiting`} />
  );
}
