import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { companyCalls, type CompanyRecordKind } from '#schemas/operator/company-calls.ts';
import type { OperatorRight } from '#schemas/operator/operator-rights.ts';
import { regionsWithRight, type OperatorSession } from '#console/data/session.ts';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { PartTable } from '#console/parts/record/part-table.tsx';
import type { RecordTab } from '#console/parts/record/record-page.tsx';
import { timeText } from '#console/parts/country-and-time.ts';
import type { CompanyFile } from './company-texts.ts';

/** Tabs with a company's records, and the right each requires. */
const kinds: Readonly<
  Record<CompanyRecordKind, { readonly title: MessageDescriptor; readonly right: OperatorRight }>
> = {
  projects: { title: msg`Projects`, right: 'companies.read' },
  products: { title: msg`Products`, right: 'companies.read' },
  orders: { title: msg`Orders`, right: 'orders.read' },
  leads: { title: msg`Leads`, right: 'leads.read' },
  cards: { title: msg`Cards`, right: 'companies.read' },
  certificates: { title: msg`Certificates`, right: 'companies.read' },
  chats: { title: msg`Chats`, right: 'support.read' },
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

/** A company's records of one kind, newest first. */
function CompanyRecords({ company, kind }: CompanyRecordsProps) {
  const { t, i18n } = useLingui();
  const list = useOperatorList(
    companyCalls.listCompanyRecords,
    { kind },
    { params: { id: company.id }, fresh: 'queue' },
  );
  const hasPoints = list.rows.some(({ points }) => points !== null);
  return (
    <PartTable
      label={i18n._(kinds[kind].title)}
      list={list}
      rowId={({ id }) => id}
      columns={[
        {
          id: 'at',
          header: t`Time`,
          cell: ({ at }) => timeText(i18n, at),
        },
        {
          id: 'label',
          header: t({ message: 'Name or number', context: 'record' }),
          cell: ({ label, certificate }) =>
            kind === 'certificates' && certificate !== null ? (
              <ConsoleLink href={`/certificates/${certificate}`} className={linkClass}>
                {label}
              </ConsoleLink>
            ) : (
              label || '–'
            ),
        },
        { id: 'state', header: t`Status`, cell: ({ state }) => stateText(i18n, kind, state) },
        ...(kind === 'projects'
          ? [
              {
                id: 'certificate',
                header: t`Certificate`,
                cell: ({ certificate }: { certificate: string | null }) =>
                  certificate === null ? (
                    '–'
                  ) : (
                    <ConsoleLink href={`/certificates/${certificate}`} className={linkClass}>
                      <Trans>Open the certificate</Trans>
                    </ConsoleLink>
                  ),
              },
            ]
          : []),
        ...(hasPoints
          ? [
              {
                id: 'points',
                header: t`Points`,
                isNumber: true,
                cell: ({ points }: { points: number | null }) =>
                  points === null ? '–' : i18n.number(points),
              },
            ]
          : []),
      ]}
    />
  );
}
