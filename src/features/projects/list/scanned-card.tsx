import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import type { ReviewedScan } from '#src/features/scan/queries.ts';
import { Card } from '#src/ui/layout/card.tsx';

/** Products listed by name; the others are only counted. */
const NAMED = 4;

/** The products about to be added, marking those that the project already has. */
export function ScannedCard({ reviewed }: { reviewed: readonly ReviewedScan[] }) {
  const { t } = useLingui();
  const named = reviewed.toSorted((a, b) => Number(b.duplicate) - Number(a.duplicate));
  const rest = reviewed.length - NAMED;
  if (reviewed.length === 0) return null;
  return (
    <Card as="section" tone="sunken" aria-labelledby="scanned">
      <h2 id="scanned" className="font-semibold">
        <Plural value={reviewed.length} one="# scanned product" other="# scanned products" />
      </h2>
      <ul className="mt-2 space-y-1.5 text-small">
        {named.slice(0, NAMED).map(({ scan, duplicate }) => (
          <li key={scan.uuid} className="break-long">
            <span className="font-medium">
              {scan.type} {scan.size} {scan.variant}
            </span>{' '}
            <span className="text-ink-soft tnum">{scan.serial_number}</span>
            {duplicate && (
              <span role="status" className="flex items-start gap-1.5 font-medium text-warn">
                <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
                {t`This product is already in this project.`}
              </span>
            )}
          </li>
        ))}
        {rest > 0 && (
          <li className="text-ink-soft">
            <Trans>and {rest} more</Trans>
          </li>
        )}
      </ul>
    </Card>
  );
}
