import { Trans, useLingui } from '@lingui/react/macro';
import { Keyboard, TriangleAlert } from 'lucide-react';
import { useLiveQuery } from '#src/data/use-live-query.ts';
import { useSyncStatus } from '#src/data/use-sync-status.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { useProjectAddress } from '#src/features/projects/queries.ts';
import { ProductTitle } from './product-title.tsx';
import { scansInState } from './queries.ts';

interface ScanTrayProps {
  project: string | undefined;
  /** There is no picture to hold over anything. */
  broken: boolean;
}

/** What was caught and is not in a project yet: how many, the last one, and the way on. */
export function ScanTray({ project, broken }: ScanTrayProps) {
  const { t } = useLingui();
  const last = useLiveQuery((account) => scansInState(account, 'captured', 1), [])?.[0];
  const count = useSyncStatus().unsent.captured;
  const address = useProjectAddress(project);
  const manual = linkTo(paths.scanManual({ project }));
  // The problem over the picture says what to do then.
  if (broken && !last) return null;

  return (
    <section
      aria-label={t`Scanned products`}
      className="border-t border-line bg-surface-raised px-gutter pt-3 pb-(--foot-pad)"
    >
      <div className="mx-auto flex max-w-sheet flex-col gap-3">
        {address && (
          <p className="text-small text-ink-soft break-long">
            <Trans>For {address}</Trans>
          </p>
        )}
        {last ? (
          <div key={last.uuid} className="scan-rise flex min-h-12 items-center gap-3">
            <span className="grid size-10 shrink-0 place-items-center rounded-full bg-brand-soft font-bold text-brand-strong tnum">
              {count}
            </span>
            <span className="min-w-0 flex-1">
              <ProductTitle scan={last} />
            </span>
          </div>
        ) : (
          <p className="flex min-h-12 items-center text-ink-soft break-long">
            <Trans>Hold the square over the QR code of a label.</Trans>
          </p>
        )}
        {last && (last.isValid === false || !last.confirmed) && (
          <p className="flex items-start gap-2 text-small font-medium text-warn">
            <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
            {last.isValid === false ? (
              <Trans>The registry does not know this product.</Trans>
            ) : (
              <Trans>Check type and size.</Trans>
            )}
          </p>
        )}
        {count === 0 ? (
          <LinkButton variant="secondary" size="large" icon={<Keyboard />} fullWidth {...manual}>
            <Trans>Enter by hand</Trans>
          </LinkButton>
        ) : (
          <div className="flex items-center gap-3">
            <IconButton variant="raised" label={t`Enter by hand`} icon={<Keyboard />} {...manual} />
            <div className="flex-1">
              <LinkButton size="large" fullWidth {...linkTo(paths.scanReview({ project }))}>
                <Trans>Review ({count})</Trans>
              </LinkButton>
            </div>
          </div>
        )}
      </div>
    </section>
  );
}
