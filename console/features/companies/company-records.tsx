import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { companyCalls, type CompanyRecordKind } from '#schemas/operator/company-calls.ts';
import type { ResultOf } from '#schemas/api/call.ts';
import type { OperatorRight } from '#schemas/operator/operator-rights.ts';
import { regionsWithRight, useSession, type OperatorSession } from '#console/data/session.ts';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { IssueCardDialog } from '#console/parts/card-number-dialog.tsx';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { PartTable, type PartColumn } from '#console/parts/record/part-table.tsx';
import type { RecordTab } from '#console/parts/record/record-page.tsx';
import { recordHref } from '#console/parts/record-links.ts';
import { recordStateText } from '#console/parts/record/record-states.ts';
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
  cards: {
    ...{ title: msg`Cards`, right: 'companies.read' },
    ...{ screen: 'card', screenRight: 'orders.read' },
  },
  certificates: {
    ...{ title: msg`Certificates`, right: 'companies.read' },
    ...{ screen: 'certificate', screenRight: 'companies.read' },
  },
  chats: {
    ...{ title: msg`Chats`, right: 'support.read' },
    ...{ screen: 'chat', screenRight: 'support.read' },
  },
};

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
    { id: 'state', header: t`Status`, cell: ({ state }) => recordStateText(i18n, kind, state) },
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
  const table = (
    <PartTable label={i18n._(title)} list={list} rowId={({ id }) => id} columns={columns} />
  );
  if (kind !== 'cards') return table;
  return (
    <div className="flex flex-col gap-4">
      {company.has_card && regionsWithRight(session, 'orders.edit').includes(company.region) && (
        <IssueCardPart company={company} cards={list.rows} />
      )}
      {table}
    </div>
  );
}

interface IssueCardPartProps {
  readonly company: CompanyFile;
  readonly cards: readonly CompanyRecord[];
}

/** Issues a card that the company didn't order in the shop, unless it has a usable one. */
function IssueCardPart({ company, cards }: IssueCardPartProps) {
  const [isOpen, setIsOpen] = useState(false);
  const usableCard = cards.find(({ state }) => state === 'issued' || state === 'active');
  const cardNumber = usableCard?.label ?? '';
  // An open dialog stays until its message is shown, although the list has the new card by then.
  if (usableCard && !isOpen)
    return (
      <p className="text-small text-ink-soft">
        <Trans>
          A company has one card at a time. To issue another, open {cardNumber} and replace or block
          it.
        </Trans>
      </p>
    );
  return (
    <div>
      <ActionButton variant="secondary" onClick={() => setIsOpen(true)}>
        <Trans>Issue a card</Trans>
      </ActionButton>
      {isOpen && (
        <IssueCardDialog company={company} order={null} onClose={() => setIsOpen(false)} />
      )}
    </div>
  );
}

/** Name of a record, linked to its screen even if the name is hidden. */
function RecordLink({ href, label }: { href: string | null; label: string | null }) {
  if (href === null) return label || '–';
  return (
    <ConsoleLink href={href} className={linkClass}>
      {label || <Trans>Open the record</Trans>}
    </ConsoleLink>
  );
}
