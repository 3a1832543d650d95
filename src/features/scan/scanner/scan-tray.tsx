import { Trans, useLingui } from '@lingui/react/macro';
import { Images, Keyboard, PackageOpen, TriangleAlert, Undo2 } from 'lucide-react';
import type { ScanDocument } from '#schemas/scan.ts';
import { useErrorWords } from '#src/data/words/error-words.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { useProjectAddress } from '#src/features/projects/queries.ts';
import { FilePicker } from '#src/ui/file-picker.tsx';
import { ProductTitle } from '../product/product-title.tsx';
import { openRequirements, whyNotValid } from '../product/product-rules.ts';
import { scansInState } from '../queries.ts';
import { ScanExtras } from '../product/scan-extras.tsx';
import { SurveyLink } from '../question/survey-link.tsx';
import { useRemoveScan } from '../review/use-remove-scan.ts';
import type { PictureReading } from './use-picture-reading.ts';

interface ScanTrayProps {
  project: string | undefined;
  picture: PictureReading;
  /** There is no picture to hold over anything. */
  broken: boolean;
}

/** What was caught and is not in a project yet: how many, the last one, and the way on. */
export function ScanTray({ project, picture, broken }: ScanTrayProps) {
  const { t } = useLingui();
  const { unsent } = useSyncStatus();
  const captured = useLiveQuery((account) => scansInState(account, 'captured', 1), []);
  // Both or neither: how many there are is told with the last one.
  const last = unsent ? captured?.[0] : undefined;
  const count = unsent?.kinds.scan.captured ?? 0;
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
          <LastCaught key={last.uuid} scan={last} count={count} project={project} />
        ) : (
          <p className="flex min-h-12 items-center text-ink-soft break-long">
            <Trans>Point the square at the QR code on a label.</Trans>
          </p>
        )}
        <div className="flex flex-wrap items-center gap-2">
          {count > 0 ? (
            <IconButton variant="raised" label={t`Enter by hand`} icon={<Keyboard />} {...manual} />
          ) : (
            <div className="min-w-40 flex-1">
              <LinkButton
                variant="secondary"
                size="large"
                fullWidth
                icon={<Keyboard />}
                {...manual}
              >
                <Trans>Enter by hand</Trans>
              </LinkButton>
            </div>
          )}
          <IconButton
            variant="raised"
            label={t`No label?`}
            icon={<PackageOpen />}
            {...linkTo(paths.scanGeneric({ project }))}
          />
          <FilePicker from="files" onFile={(file) => void picture.read(file)}>
            {(open) => (
              <IconButton
                variant="raised"
                label={t`Scan from a picture`}
                icon={<Images />}
                busy={picture.busy}
                onClick={open}
              />
            )}
          </FilePicker>
          {count > 0 && (
            <div className="min-w-32 flex-1">
              <LinkButton size="large" fullWidth {...linkTo(paths.scanReview({ project }))}>
                <Trans>Review ({count})</Trans>
              </LinkButton>
            </div>
          )}
        </div>
      </div>
    </section>
  );
}

interface LastCaughtProps {
  scan: ScanDocument;
  count: number;
  project: string | undefined;
}

function LastCaught({ scan, count, project }: LastCaughtProps) {
  const { t } = useLingui();
  const questions = useSingleton('configuration')?.product_survey ?? [];
  const isComplete = openRequirements(scan, questions).every((open) => open === 'details');
  const remove = useRemoveScan();
  const errorWords = useErrorWords();
  const name = `${scan.type} ${scan.size} ${scan.variant}`;
  return (
    <>
      <div className="scan-rise flex min-h-12 items-center gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-brand-soft font-bold text-brand-strong tnum">
          {count}
        </span>
        <span className="min-w-0 flex-1">
          <ProductTitle scan={scan} />
        </span>
        <IconButton
          label={t`Take back ${name}`}
          icon={<Undo2 />}
          onClick={() => void remove(scan)}
        />
      </div>
      {(scan.isValid === false || !scan.confirmed) && (
        <p className="flex items-start gap-2 text-small font-medium text-warn">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {scan.isValid === false ? (
            errorWords(whyNotValid(scan))
          ) : (
            <Trans>Check type and size.</Trans>
          )}
        </p>
      )}
      {!isComplete && (
        <ScanExtras
          scan={scan}
          survey={<SurveyLink scan={scan} questions={questions} project={project} />}
        />
      )}
    </>
  );
}
