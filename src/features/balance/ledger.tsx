import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useEmptiness } from '#src/data/live/emptiness.ts';
import { useFormat } from '#src/data/words/format.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { List } from '#src/ui/list.tsx';
import { Section } from '#src/ui/section.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/skeleton.tsx';
import { UnknownState } from '#src/ui/unknown-state.tsx';
import { LedgerRow } from './ledger-row.tsx';
import { byMonth } from './ledger-months.ts';
import { newestEntries, projectStreets } from './queries.ts';

/** The ledger is shown by so many entries at a time. */
const PAGE = 50;

/** Every booking, newest first, under its month. All of it is on the device. */
export function Ledger() {
  const { t } = useLingui();
  const format = useFormat();
  const [shown, setShown] = useState(PAGE);
  // One more than is shown tells whether there are more.
  const found = useLiveQuery((account) => newestEntries(account, shown + 1), [shown]);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  // While more is fetched, what was there stays.
  const known = found ?? last;
  const entries = known?.slice(0, shown) ?? [];
  const ids = entries.flatMap(({ project_uuid: id }) => (id === null ? [] : [id]));
  const streets = useLiveQuery((account) => projectStreets(account, ids), [ids.join()]);

  if (!known) return <LedgerSkeleton />;
  if (known.length === 0) return <EmptyLedger />;
  return (
    <div className="space-y-7">
      {byMonth(entries).map((month) => (
        <Section key={month.key} title={format.month(month.moment)}>
          <List label={format.month(month.moment)}>
            {month.entries.map((entry) => (
              <LedgerRow
                key={entry.uuid}
                entry={entry}
                street={entry.project_uuid === null ? undefined : streets?.get(entry.project_uuid)}
              />
            ))}
          </List>
        </Section>
      ))}
      {known.length > shown && (
        <Button variant="secondary" fullWidth onClick={() => setShown(shown + PAGE)}>
          {t`Show older entries`}
        </Button>
      )}
    </div>
  );
}

function LedgerSkeleton() {
  const { t } = useLingui();
  return (
    <Skeleton label={t`Loading your entries`}>
      <SkeletonRow />
      <SkeletonRow />
      <SkeletonRow />
    </Skeleton>
  );
}

function EmptyLedger() {
  const emptiness = useEmptiness('ledger');
  if (emptiness === 'loading') return <LedgerSkeleton />;
  if (emptiness !== 'empty') {
    return (
      <UnknownState why={emptiness}>
        <Trans>Your entries appear here once you are online.</Trans>
      </UnknownState>
    );
  }
  return (
    <EmptyState drawing="points" title={<Trans>No points yet</Trans>}>
      <Trans>When you close a project, its points are added here.</Trans>
    </EmptyState>
  );
}
