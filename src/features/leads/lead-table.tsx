import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Sparkles } from 'lucide-react';
import {
  type LeadGroup,
  leadGroupOf,
  isExpiredOrLost,
  type LeadStatus,
} from '#schemas/lead-status.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { phonesOf } from '#schemas/customer-phones.ts';
import { customerName, customerTown } from '#schemas/customer-text.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useTimeLeftText } from '#src/data/text/use-time-left-text.ts';
import { type RegionalClock, isDueSoon, dueSoonDays, timeLeft } from '#src/data/time/time-left.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { Badge, type Tone } from '#src/ui/feedback/badge.tsx';
import { SyncMark } from '#src/ui/feedback/sync-mark.tsx';
import { TimeMark } from '#src/ui/feedback/time-mark.tsx';
import { Facts } from '#src/ui/lists/detail-list.tsx';
import { ListRow } from '#src/ui/lists/list.tsx';
import { type Column, DataTable } from '#src/ui/lists/table/data-table.tsx';
import type { Sorting } from '#src/ui/lists/table/sort-rows.ts';
import { useSortedRows } from '#src/ui/lists/table/use-sorted.ts';
import { Avatar } from '#src/ui/media/avatar.tsx';
import { CallButton, ContactButtons } from '#src/features/_shared/contact/contact-links.tsx';
import { useLeadLabels } from './lead-labels.ts';
import { leadRoute } from './queries.ts';

interface LeadTableProps {
  leads: readonly LeadDocument[];
  label: string;
  group: LeadGroup;
  /** Number of rows to show. */
  limit: number;
  selectedId: string | undefined;
  sorting: Sorting | null;
  onSortingChange: (sorting: Sorting) => void;
}

/** Shortest deadline first. */
const byDeadline: Sorting = { column: 'left', direction: 'ascending' };

/** Leads of a group as a table, on a wide screen. */
export function LeadTable({ leads, group, limit, selectedId, ...tableProps }: LeadTableProps) {
  const { t } = useLingui();
  const columns = useLeadColumns(group);
  const sorting = tableProps.sorting ?? (group === 'open' ? byDeadline : null);
  const sortedLeads = useSortedRows(leads, columns, tableProps.sorting) ?? leads;
  const isActive = group === 'open' || group === 'scheduled';
  return (
    <DataTable
      label={tableProps.label}
      columns={columns}
      rows={sortedLeads.slice(0, limit)}
      keyOf={({ uuid }) => uuid}
      subject={(lead) => ({
        picture: <Avatar name={customerName(lead.customer_info)} />,
        title: customerName(lead.customer_info),
        meta: customerTown(lead.customer_info),
        ...linkTo(leadRoute(lead)),
      })}
      actionsTitle={t`Contact`}
      actions={isActive ? (lead) => <Contact lead={lead} /> : undefined}
      selectedKey={selectedId}
      sorting={sorting}
      onSortingChange={tableProps.onSortingChange}
    />
  );
}

function useLeadColumns(group: LeadGroup): readonly Column<LeadDocument>[] {
  const { t } = useLingui();
  const format = useFormat();
  const labels = useLeadLabels();
  const clock = useRegionalClock();
  const deadlineColumn: Column<LeadDocument> = {
    id: 'left',
    title: t({ context: 'column', message: 'Time left' }),
    share: 0.23,
    sortValue: ({ expires_on }) => expires_on && Date.parse(expires_on),
    cell: (lead) => (
      <span className="flex text-small text-ink-soft">
        <LeadDeadline lead={lead} clock={clock} />
      </span>
    ),
  };
  const movedColumn: Column<LeadDocument> = {
    id: 'moved',
    share: 0.23,
    title: t({ context: 'column', message: 'In this step since' }),
    firstDirection: 'descending',
    sortValue: ({ moved_at }) => Date.parse(moved_at),
    cell: ({ moved_at }) => <span className="text-small">{format.date(moved_at)}</span>,
  };
  return [
    {
      id: 'customer',
      share: 0.39,
      title: t({ context: 'column', message: 'Customer' }),
      sortValue: ({ customer_info }) => customerName(customer_info) || null,
      cell: ({ customer_info }) => customerName(customer_info),
    },
    {
      id: 'windows',
      share: 0.15,
      title: t({ context: 'column', message: 'Windows' }),
      isNumber: true,
      firstDirection: 'descending',
      sortValue: ({ window_windows_number: windows }) => windows,
      cell: ({ window_windows_number: windows }) => windows !== null && format.number(windows),
    },
    {
      id: 'step',
      share: 0.23,
      title: t({ context: 'column', message: 'Step' }),
      sortValue: ({ status }) => labels.status(status),
      cell: (lead) => (
        <span className="flex flex-col items-start gap-1" data-row-end="">
          <LeadSyncMark state={lead.state} />
          <LeadBadge status={lead.status} />
        </span>
      ),
    },
    group === 'open' ? deadlineColumn : movedColumn,
  ];
}

/** Contact buttons that work without opening the lead. */
function Contact({ lead }: { lead: LeadDocument }) {
  return (
    <ContactButtons
      name={customerName(lead.customer_info)}
      phone={phonesOf(lead)[0]}
      email={normaliseLine(lead.EmailForwindow)}
    />
  );
}

interface LeadRowProps {
  lead: LeadDocument;
  clock: RegionalClock;
  selected: boolean;
}

/**
 * A lead in the list: customer, city, number of windows, time left and status. Open and scheduled leads also have a
 * call button.
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
      action={phone !== undefined && <CallButton name={name} phone={phone} />}
      {...linkTo(leadRoute(lead))}
    />
  );
}

/** Icon for an unsent or rejected change. */
export function LeadSyncMark({ state }: Pick<LeadDocument, 'state'>) {
  const { t } = useLingui();
  if (state === 'synced') return null;
  return state === 'refused' ? (
    <SyncMark state="refused" label={t`Not accepted`} />
  ) : (
    <SyncMark state="waiting" label={t`Not sent`} />
  );
}

/** A lead's status; among open leads, only new ones have an icon. */
export function LeadBadge({ status }: { status: LeadStatus }) {
  const labels = useLeadLabels();
  const isOpen = leadGroupOf(status) === 'open';
  const icon = status === 'new' ? <Sparkles /> : <></>;
  return (
    <Badge tone={toneOf(status)} {...(isOpen && { icon })}>
      {labels.status(status)}
    </Badge>
  );
}

function toneOf(status: LeadStatus): Tone {
  if (status === 'new') return 'info';
  if (status === 'closed') return 'good';
  if (isExpiredOrLost(status) && status !== 'lost') return 'warn';
  return 'neutral';
}

interface LeadDeadlineProps {
  lead: Pick<LeadDocument, 'expires_on' | 'status'>;
  clock: RegionalClock;
}

/** Time left for the current step, highlighted when it's short. Only open leads have a deadline. */
function LeadDeadline({ lead, clock }: LeadDeadlineProps) {
  const timeLeftText = useTimeLeftText();
  const timeRemaining =
    leadGroupOf(lead.status) === 'open' ? timeLeft(lead.expires_on, clock) : null;
  if (!timeRemaining) return null;
  if (isDueSoon(timeRemaining, dueSoonDays.lead))
    return <TimeMark isSoon>{timeLeftText.format(timeRemaining)}</TimeMark>;
  return <span className="tnum">{timeLeftText.format(timeRemaining)}</span>;
}
