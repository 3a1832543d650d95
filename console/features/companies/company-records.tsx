import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { companyCalls, type CompanyRecordKind } from '#schemas/operator/company-calls.ts';
import type { ResultOf } from '#schemas/api/call.ts';
import type { OperatorRight } from '#schemas/operator/operator-rights.ts';
import { regionsWithRight, useSession, type OperatorSession } from '#console/data/session.ts';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { PartTable, type PartColumn } from '#console/parts/record/part-table.tsx';
import type { RecordTab } from '#console/parts/record/record-page.tsx';
import { recordHref } from '#console/parts/record-links.ts';
import { timeText } from '#console/parts/country-and-time.ts';
import type { CompanyFile } from './company-texts.ts';

/** Tabs with a company's records, and the right each requires. */
const kinds: Readonly<
  Record<
    CompanyRecordKind,
    {
      readonly title: MessageDescriptor;
      readonly right: OperatorRight;
      /** Kind of screen that opens for a record of this list; undefined if the records have no screen. */
      readonly screen?: string;
      /** Right required for that screen. */
      readonly screenRight: OperatorRight;
    }
  >
> = {
  projects: {
    ...{ title: msg`Projects`, right: 'companies.read' },
    ...{ screen: 'project', screenRight: 'points.read' },
  },
  products: {
    ...{ title: msg`Products`, right: 'companies.read' },
    ...{ screen: 'scan', screenRight: 'points.read' },
  },
  orders: {
    ...{ title: msg`Orders`, right: 'orders.read' },
    ...{ screen: 'order', screenRight: 'orders.read' },
  },
  leads: {
    ...{ title: msg`Leads`, right: 'leads.read' },
    ...{ screen: 'lead', screenRight: 'leads.read' },
  },
  cards: { title: msg`Cards`, right: 'companies.read', screenRight: 'orders.read' },
  certificates: {
    ...{ title: msg`Certificates`, right: 'companies.read' },
    ...{ screen: 'certificate', screenRight: 'companies.read' },
  },
  chats: {
    ...{ title: msg`Chats`, right: 'support.read' },
    ...{ screen: 'chat', screenRight: 'support.read' },
  },
};

/** Names of states; unknown ones from a newer server are shown as their code. */
const states: Readonly<Record<string, MessageDescriptor>> = {
  'projects inProgress': msg({ message: 'Open', context: 'project' }),
  'projects closed': msg({ message: 'Closed', context: 'project' }),
  'projects lost': msg({ message: 'Given up', context: 'project' }),
  'projects scheduled': msg({ message: 'Planned', context: 'project' }),
  'projects inReview': msg({ message: 'In review', context: 'project' }),
  'products valid': msg({ message: 'Valid', context: 'product' }),
  'products in_review': msg({ message: 'In review', context: 'product' }),
  'products rejected': msg({ message: 'Rejected', context: 'product' }),
  'orders pending': msg({ message: 'Pending', context: 'order' }),
  'orders approved': msg({ message: 'Approved', context: 'order' }),
  'orders positive': msg({ message: 'Completed', context: 'order' }),
  'orders negative': msg({ message: 'Rejected', context: 'order' }),
  'orders failed': msg({ message: 'Failed', context: 'order' }),
  'leads new': msg({ message: 'New', context: 'lead' }),
  'leads interested': msg({ message: 'Interested', context: 'lead' }),
  'leads not-interested': msg({ message: 'Not interested', context: 'lead' }),
  'leads contacted': msg({ message: 'Contacted', context: 'lead' }),
  'leads contact-unsuccessful': msg({ message: 'Not reached', context: 'lead' }),
  'leads agreed': msg({ message: 'Agreed', context: 'lead' }),
  'leads not-agreed': msg({ message: 'Not agreed', context: 'lead' }),
  'leads closed': msg({ message: 'Closed', context: 'lead' }),
  'leads rejected': msg({ message: 'Withdrawn', context: 'lead' }),
  'leads time-out': msg({ message: 'Expired', context: 'lead' }),
  'leads rejected-by-installer': msg({ message: 'Declined', context: 'lead' }),
  'leads lost': msg({ message: 'Lost', context: 'lead' }),
  'leads expired-interest': msg({ message: 'Expired', context: 'lead' }),
  'leads expired-contact': msg({ message: 'Expired', context: 'lead' }),
  'leads expired-agreement': msg({ message: 'Expired', context: 'lead' }),
  'cards issued': msg({ message: 'Issued', context: 'card' }),
  'cards active': msg({ message: 'Active', context: 'card' }),
  'cards blocked': msg({ message: 'Blocked', context: 'card' }),
  'cards expired': msg({ message: 'Expired', context: 'card' }),
  'cards closed': msg({ message: 'Closed', context: 'card' }),
  'certificates valid': msg({ message: 'Valid', context: 'certificate' }),
  'certificates inReview': msg({ message: 'In review', context: 'certificate' }),
  'certificates rejected': msg({ message: 'Rejected', context: 'certificate' }),
  'chats withSupport': msg({ message: 'To be answered', context: 'chat' }),
  'chats answered': msg({ message: 'Answered', context: 'chat' }),
  'chats solved': msg({ message: 'Solved', context: 'chat' }),
};

function stateText(i18n: I18n, kind: CompanyRecordKind, state: string): string {
  const text = states[`${kind} ${state}`];
  return text ? i18n._(text) : state.replaceAll(/[-_]/g, ' ');
}

/** Tabs of the company's records that the operator may see. */
export function recordTabs(
  i18n: I18n,
  company: CompanyFile,
  session: OperatorSession,
): RecordTab[] {
  return (Object.keys(kinds) as CompanyRecordKind[])
    .filter((kind) => regionsWithRight(session, kinds[kind].right).includes(company.region))
    .map((kind) => ({
      id: kind,
      title: i18n._(kinds[kind].title),
      content: <CompanyRecords key={kind} company={company} kind={kind} />,
    }));
}

const linkClass = 'font-semibold text-info underline';

interface CompanyRecordsProps {
  readonly company: CompanyFile;
  readonly kind: CompanyRecordKind;
}

type CompanyRecord = ResultOf<typeof companyCalls.listCompanyRecords>['data'][number];
type Column = PartColumn<CompanyRecord>;

/** A company's records of one kind, newest first. */
function CompanyRecords({ company, kind }: CompanyRecordsProps) {
  const { t, i18n } = useLingui();
  const session = useSession();
  const { title, screen, screenRight } = kinds[kind];
  const canOpen = regionsWithRight(session, screenRight).includes(company.region);
  const list = useOperatorList(
    companyCalls.listCompanyRecords,
    { kind },
    { params: { id: company.id }, fresh: 'queue' },
  );
  const hasPoints = list.rows.some(({ points }) => points !== null);
  const columns: Column[] = [
    { id: 'at', header: t`Time`, cell: ({ at }) => timeText(i18n, at) },
    {
      id: 'label',
      header: t({ message: 'Name or number', context: 'record' }),
      cell: ({ id, label }) => (
        <RecordLink href={canOpen ? recordHref(screen ?? null, id) : null} label={label} />
      ),
    },
    { id: 'state', header: t`Status`, cell: ({ state }) => stateText(i18n, kind, state) },
  ];
  if (kind === 'projects')
    columns.push({
      id: 'certificate',
      header: t`Certificate`,
      cell: ({ certificate }) =>
        certificate === null ? (
          '–'
        ) : (
          <ConsoleLink href={`/certificates/${certificate}`} className={linkClass}>
            <Trans>Open the certificate</Trans>
          </ConsoleLink>
        ),
    });
  if (kind === 'cards' && canOpen)
    columns.push({
      id: 'orders',
      header: t`Orders`,
      cell: () => (
        <ConsoleLink href={`/orders?company=${company.id}&kind=top-up`} className={linkClass}>
          <Trans>Show top-ups</Trans>
        </ConsoleLink>
      ),
    });
  if (hasPoints)
    columns.push({
      id: 'points',
      header: t`Points`,
      isNumber: true,
      cell: ({ points }) => (points === null ? '–' : i18n.number(points)),
    });
  return <PartTable label={i18n._(title)} list={list} rowId={({ id }) => id} columns={columns} />;
}

/** Name of a record, linked to its screen. Hidden names link, too. */
function RecordLink({ href, label }: { href: string | null; label: string | null }) {
  if (href === null) return label || '–';
  return (
    <ConsoleLink href={href} className={linkClass}>
      {label || <Trans>Open the record</Trans>}
    </ConsoleLink>
  );
}
