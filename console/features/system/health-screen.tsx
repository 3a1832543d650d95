import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type Health, systemCalls } from '#schemas/operator/system-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { RowsTable } from '#console/parts/record/part-table.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { type HealthRow, healthRows } from './health-rows.ts';

/** Interval between automatic refreshes, in ms. */
const REFRESH_MS = 30_000;

/** State of the server and of the parts that it uses. */
export function HealthScreen() {
  const { t } = useLingui();
  const query = useOperatorQuery(
    systemCalls.readHealth,
    {},
    { fresh: 'queue', pollMs: () => REFRESH_MS },
  );
  return (
    <ScreenPage
      title={<Trans>Health</Trans>}
      description={
        <Trans>
          Status of the server process that responded, and of the services that it uses.
        </Trans>
      }
    >
      <div className="p-4 pb-[calc(2.5rem+var(--toast-block))]">
        <RecordQuery label={t`Loading the server’s status`} query={query}>
          {(health) => <HealthTable health={health} />}
        </RecordQuery>
      </div>
    </ScreenPage>
  );
}

const badgeTexts = {
  good: msg({ message: 'Works', context: 'job' }),
  bad: msg`Needs attention`,
} as const;

function HealthTable({ health }: { readonly health: Health }) {
  const { t, i18n } = useLingui();
  const rows = healthRows(i18n, health);
  const problem = rows.find((row) => row.problem !== null)?.problem ?? null;
  return (
    <div className="grid gap-4">
      <output>{stateBadge(i18n, problem)}</output>
      <RowsTable<HealthRow>
        label={t`Health`}
        rows={rows}
        rowId={({ id }) => id}
        columns={[
          { id: 'part', header: t`Part`, cell: ({ part }) => part },
          { id: 'state', header: t`Status`, cell: (row) => stateBadge(i18n, row.problem) },
          {
            id: 'details',
            header: t`Details`,
            cell: (row) => (
              <>
                {row.problem && <p className="font-semibold">{row.problem}</p>}
                <p className="break-long">{row.detail}</p>
              </>
            ),
          },
        ]}
      />
    </div>
  );
}

function stateBadge(i18n: I18n, problem: string | null) {
  const tone = problem === null ? 'good' : 'bad';
  return <Badge tone={tone}>{i18n._(badgeTexts[tone])}</Badge>;
}
