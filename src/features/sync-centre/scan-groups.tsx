import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { ScanState } from '#schemas/scan.ts';
import { useLastDefined } from '#src/data/live/use-last-defined.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { uncreatedProjects } from '#src/features/projects/queries.ts';
import { scansInState } from '#src/features/scan/queries.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import type { KindCounts } from '#sync/outbox/counts.ts';
import { scanItem, type UnsentItem } from './unsent-item.ts';

/** Initial number of rows, and per press of "Show more": 10,000 must not slow the screen. */
const ROWS = 50;

interface ScanGroupsProps {
  counts: KindCounts;
  row: (item: UnsentItem) => ReactNode;
}

/** Products: those that need the person first, then those waiting to be sent. */
export function ScanGroups({ counts, row }: ScanGroupsProps) {
  const { t } = useLingui();
  const { refused, captured, waiting, removals } = counts;
  const total = refused + captured + waiting + removals;
  if (total === 0) return null;
  return (
    <Section title={t`Products (${total})`}>
      <div className="space-y-5">
        <ScanGroup title={t`Refused (${refused})`} state="refused" count={refused} row={row} />
        <ScanGroup
          title={t`Without a project (${captured})`}
          state="captured"
          count={captured}
          row={row}
          link={
            <LinkButton variant="quiet" {...linkTo(paths.scanReview())}>
              <Trans context="command">Review</Trans>
            </LinkButton>
          }
        />
        <ScanGroup title={t`Waiting (${waiting})`} state="waiting" count={waiting} row={row} />
        {removals > 0 && (
          <p className="text-small text-ink-soft">
            <Plural
              value={removals}
              one="# removal is still to be sent."
              other="# removals are still to be sent."
            />
          </p>
        )}
      </div>
    </Section>
  );
}

interface ScanGroupProps extends Pick<ScanGroupsProps, 'row'> {
  title: string;
  state: ScanState;
  count: number;
  link?: ReactNode;
}

function ScanGroup({ title, state, count, link, row }: ScanGroupProps) {
  if (count === 0) return null;
  return (
    <Section title={title} headingLevel={3} link={link}>
      <Rows state={state} count={count} row={row} />
    </Section>
  );
}

function Rows({ state, count, row }: Pick<ScanGroupProps, 'state' | 'count' | 'row'>) {
  const { t } = useLingui();
  const [limit, setLimit] = useState(ROWS);
  const latest = useLiveQuery((account) => scansInState(account, state, limit), [state, limit]);
  // Keeps the rows while more are loading.
  const scans = useLastDefined(latest);
  const unbegun = useLiveQuery(uncreatedProjects, []);
  const more = count - (scans?.length ?? 0);
  if (!scans || !unbegun) {
    return (
      <Skeleton label={t`Loading`}>
        <SkeletonRow />
        <SkeletonRow />
      </Skeleton>
    );
  }
  return (
    <>
      <List>{scans.map((scan) => row(scanItem(scan, unbegun.get(scan.projects_id))))}</List>
      {more > 0 && (
        <Button variant="secondary" fullWidth onClick={() => setLimit(limit + ROWS)}>
          <Trans>Show more ({more} left)</Trans>
        </Button>
      )}
    </>
  );
}
