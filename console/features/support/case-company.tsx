import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { OperatorChat } from '#schemas/operator/chat-calls.ts';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { recordHref } from '#console/parts/record-links.ts';
import { recordStateText } from '#console/parts/record/record-states.ts';

/** Maximum number of records of each kind in the case file. The company's tabs show all of them. */
const MAX_RECORDS = 3;

/** Points, newest projects and newest orders of a chat's company. Each heading links to the company's tab. */
export function CaseCompany({ chat: { company_id: company, region } }: { chat: OperatorChat }) {
  const { t, i18n } = useLingui();
  const session = useSession();
  const file = useOperatorQuery(companyCalls.readCompanyFile, { params: { id: company } });
  const balance = file.data?.balance ?? null;
  const can = (right: 'orders.read' | 'points.read') =>
    regionsWithRight(session, right).includes(region);
  return (
    <>
      <CaseSection title={t`Points`} href={`/companies/${company}?tab=points`}>
        <p className="font-medium tnum">{balance === null ? '–' : i18n.number(balance)}</p>
      </CaseSection>
      <NewestRecords
        company={company}
        kind="projects"
        title={t`Projects`}
        screen={can('points.read') ? 'project' : null}
      />
      {can('orders.read') && (
        <NewestRecords company={company} kind="orders" title={t`Orders`} screen="order" />
      )}
    </>
  );
}

function CaseSection(props: { title: string; href: string; children: ReactNode }) {
  return (
    <section className="mt-3 border-t border-line pt-1" aria-label={props.title}>
      <ConsoleLink
        href={props.href}
        className="inline-flex min-h-12 items-center text-small font-semibold text-info underline"
      >
        {props.title}
      </ConsoleLink>
      {props.children}
    </section>
  );
}

interface NewestRecordsProps {
  readonly company: string;
  readonly kind: 'projects' | 'orders';
  readonly title: string;
  /** Kind of the screen that a record opens; null if the operator can't open it. */
  readonly screen: 'project' | 'order' | null;
}

function NewestRecords({ company, kind, title, screen }: NewestRecordsProps) {
  const { i18n } = useLingui();
  const { data } = useOperatorQuery(
    companyCalls.listCompanyRecords,
    { params: { id: company }, query: { kind, limit: MAX_RECORDS } },
    { fresh: 'queue' },
  );
  return (
    <CaseSection title={title} href={`/companies/${company}?tab=${kind}`}>
      {data?.data.length === 0 && (
        <p className="text-small text-ink-soft">
          <Trans context="records">None</Trans>
        </p>
      )}
      <ul className="text-small">
        {data?.data.map(({ id, at, label, state }) => {
          const href = recordHref(screen, id);
          const name = label || i18n.date(new Date(at), { dateStyle: 'medium' });
          return (
            <li
              key={id}
              className="flex flex-wrap items-baseline justify-between gap-x-3 break-long"
            >
              {href === null ? (
                name
              ) : (
                <ConsoleLink href={href} className="inline-flex min-h-12 items-center underline">
                  {name}
                </ConsoleLink>
              )}
              <span className="text-ink-soft">{recordStateText(i18n, kind, state)}</span>
            </li>
          );
        })}
      </ul>
    </CaseSection>
  );
}
