import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ScanDocument } from '#schemas/scan.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useLastDefined } from '#src/data/live/use-last-defined.ts';
import { useProductNames } from '#src/data/text/use-product-names.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { RejectionSummary } from '#src/features/projects/exports.tsx';
import { RowPhoto } from '#src/features/scan/exports.tsx';
import { Button } from '#src/ui/button.tsx';
import { useBlockReveal } from '#src/ui/feedback/block-reveal.ts';
import { Section } from '#src/ui/layout/section.tsx';
import { List, ListRow } from '#src/ui/lists/list.tsx';
import { newPhotoCount, newPhotoScans } from './queries.ts';

/** Number of rows shown at first and added by each press of "Show more". */
const ROWS_PER_STEP = 20;

/** Products that need a new photo. The server has them, so they don't count as unsent. */
export function NewPhotoGroup() {
  const { t } = useLingui();
  const [limit, setLimit] = useState(ROWS_PER_STEP);
  const { now } = useRegionalClock();
  const count = useLiveQuery((account) => newPhotoCount(account, now), [now]) ?? 0;
  const latestScans = useLiveQuery((account) => newPhotoScans(account, now, limit), [now, limit]);
  // Keeps the rows while the time updates or more are loading.
  const scans = useLastDefined(latestScans);
  useBlockReveal(scans === undefined);
  if (!scans || scans.length === 0) return null;
  const more = count - scans.length;
  return (
    <Section title={t`Needs a new photo (${Math.max(count, scans.length)})`}>
      <List>
        {scans.map((scan) => (
          <NewPhotoRow key={scan.uuid} scan={scan} />
        ))}
      </List>
      {more > 0 && (
        <Button variant="secondary" fullWidth onClick={() => setLimit(limit + ROWS_PER_STEP)}>
          <Trans>Show more ({more} left)</Trans>
        </Button>
      )}
    </Section>
  );
}

function NewPhotoRow({ scan }: { scan: ScanDocument }) {
  const { t } = useLingui();
  const productNames = useProductNames();
  return (
    <ListRow
      thumbnail={<RowPhoto scan={scan} alt={t`Your photo`} />}
      title={productNames.name(scan.type)}
      meta={<RejectionSummary product={scan} hidesPoints={false} />}
      {...linkTo(paths.project(scan.projects_id, { product: scan.uuid }))}
      chevron
    />
  );
}
