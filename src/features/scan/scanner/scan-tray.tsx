import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Images, PackageOpen, TriangleAlert, Undo2 } from 'lucide-react';
import type { ScanDocument } from '#schemas/scan.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { CampaignPart } from '#src/features/campaigns/exports.tsx';
import { pointsOfProducts, usePointRules } from '#src/features/projects/actions.ts';
import { useProjectAddress } from '#src/features/projects/queries.ts';
import { Button } from '#src/ui/button.tsx';
import { FilePicker } from '#src/ui/fields/file-picker.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PointsNumber } from '#src/ui/points-number.tsx';
import { unmetRequirements, invalidReason } from '../capture/product-rules.ts';
import { CopiesField } from '../review/copies-field.tsx';
import { expectedPoints } from '../review/review.ts';
import { ProductTitle } from '../review/product-title.tsx';
import { ScanExtras, SurveyLink } from '../review/scan-extras.tsx';
import { useRemoveScan } from '../review/use-remove-scan.ts';
import { CapturedPictures } from './captured-pictures.tsx';
import type { PictureReading } from './use-picture-reading.ts';

interface ScanTrayProps {
  /** Newest first; undefined while loading. */
  capturedScans: readonly ScanDocument[] | undefined;
  projectId: string | undefined;
  pictureReading: PictureReading;
  /** True if the camera can't be used. */
  isCameraUnavailable: boolean;
  /** The scan just captured, whose image flies into the tray. */
  capturedId: string | null;
}

/** The captured products: images, count, expected points and the link to the review. */
export function ScanTray({
  capturedScans,
  projectId,
  pictureReading,
  isCameraUnavailable,
  capturedId,
}: ScanTrayProps) {
  const { t } = useLingui();
  const { unsent } = useSyncStatus();
  // Hide the last scan until the count is loaded, so that the two always match.
  const lastScan = unsent ? capturedScans?.[0] : undefined;
  const count = unsent?.kinds.scan.captured ?? 0;
  // Without a camera, CameraProblem offers the actions.
  if (isCameraUnavailable && !lastScan) return null;
  return (
    <section
      aria-label={t`Scanned products`}
      className="scan-tray pointer-events-auto mx-auto w-full max-w-sheet p-3.5"
    >
      {lastScan && capturedScans && count > 0 ? (
        <FilledTray
          capturedScans={capturedScans}
          lastScan={lastScan}
          count={count}
          projectId={projectId}
          pictureReading={pictureReading}
          capturedId={capturedId}
        />
      ) : (
        <EmptyTray projectId={projectId} pictureReading={pictureReading} />
      )}
    </section>
  );
}

interface TrayContentProps {
  projectId: string | undefined;
  pictureReading: PictureReading;
}

function EmptyTray({ projectId, pictureReading }: TrayContentProps) {
  return (
    <>
      <p className="px-1 pb-3 break-long">
        <Trans>Point the square at the QR code on a label.</Trans>{' '}
        <ForProjectText projectId={projectId} />
      </p>
      <div className="flex flex-wrap gap-2">
        <div className="flex-auto">
          <FilePicker from="files" onFile={(file) => void pictureReading.read(file)}>
            {(open) => (
              <Button
                fullWidth
                variant="secondary"
                icon={<Images />}
                busy={pictureReading.busy}
                onClick={open}
              >
                <Trans>Scan from photo</Trans>
              </Button>
            )}
          </FilePicker>
        </div>
        <div className="flex-auto">
          <LinkButton
            fullWidth
            variant="secondary"
            icon={<PackageOpen />}
            {...linkTo(paths.scanGeneric({ project: projectId }))}
          >
            <Trans>No label?</Trans>
          </LinkButton>
        </div>
      </div>
    </>
  );
}

interface FilledTrayProps extends TrayContentProps {
  capturedScans: readonly ScanDocument[];
  lastScan: ScanDocument;
  count: number;
  capturedId: string | null;
}

function FilledTray({
  capturedScans,
  lastScan,
  count,
  projectId,
  pictureReading,
  capturedId,
}: FilledTrayProps) {
  const { t } = useLingui();
  return (
    <>
      <div className="flex items-center gap-3">
        <CapturedPictures capturedScans={capturedScans} capturedId={capturedId} />
        <Total capturedScans={capturedScans} count={count} />
      </div>
      {/* Key by product rather than scan, so that the copies field keeps its focus when a copy is added. */}
      <LastCapturedProduct
        key={
          lastScan.is_unique
            ? lastScan.uuid
            : `${lastScan.type} ${lastScan.size} ${lastScan.variant} ${lastScan.manual}`
        }
        scan={lastScan}
        projectId={projectId}
      />
      <p className="px-1 pb-2 text-small text-ink-soft break-long empty:hidden">
        <ForProjectText projectId={projectId} />
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <IconButton
          variant="raised"
          label={t`No label?`}
          icon={<PackageOpen />}
          {...linkTo(paths.scanGeneric({ project: projectId }))}
        />
        <FilePicker from="files" onFile={(file) => void pictureReading.read(file)}>
          {(open) => (
            <IconButton
              variant="raised"
              label={t`Scan from photo`}
              icon={<Images />}
              busy={pictureReading.busy}
              onClick={open}
            />
          )}
        </FilePicker>
        <div data-main-action className="min-w-44 flex-1">
          <LinkButton size="large" fullWidth {...linkTo(paths.scanReview({ project: projectId }))}>
            <Plural value={count} one="Review # product" other="Review # products" />
          </LinkButton>
        </div>
      </div>
    </>
  );
}

function ForProjectText({ projectId }: { projectId: string | undefined }) {
  const address = useProjectAddress(projectId);
  return address && <Trans>For {address}</Trans>;
}

/** Number of scanned products and their expected points. The points count up when products are scanned. */
function Total({ capturedScans, count }: Pick<FilledTrayProps, 'capturedScans' | 'count'>) {
  const format = useFormat();
  const { points } = expectedPoints(capturedScans, usePointRules());
  return (
    <div className="ms-auto shrink-0 text-end leading-tight">
      <p className="text-small">
        <Trans>
          <b className="font-display text-title font-semibold tnum">{count}</b> scanned
        </Trans>
      </p>
      {points > 0 && (
        <PointsNumber
          size="title"
          value={points}
          format={format.number}
          label={format.points(points)}
          // CaptureNotice announces the capture with its points.
          isLive={false}
        />
      )}
    </div>
  );
}

interface LastCapturedProductProps {
  scan: ScanDocument;
  projectId: string | undefined;
}

/** The last captured product: undo, copies, warnings and missing data. */
function LastCapturedProduct({ scan, projectId }: LastCapturedProductProps) {
  const { t } = useLingui();
  const questions = useSingleton('configuration')?.product_survey ?? [];
  const isComplete = unmetRequirements(scan, questions).every(
    (requirement) => requirement === 'details',
  );
  const remove = useRemoveScan();
  const errorMessage = useErrorMessage();
  const [points] = pointsOfProducts([scan], usePointRules());
  const name = `${scan.type} ${scan.size} ${scan.variant}`;
  return (
    <div className="space-y-2 pt-2 pb-2">
      <div className="flex items-center gap-2 ps-1">
        <div className="min-w-0 flex-1">
          <ProductTitle scan={scan} />
          <span className="text-small text-ink-soft">
            {points?.campaign && <CampaignPart {...points.campaign} />}
          </span>
        </div>
        <IconButton label={t`Remove ${name}`} icon={<Undo2 />} onClick={() => void remove(scan)} />
      </div>
      <CopiesField scan={scan} />
      {(scan.isValid === false || !scan.confirmed) && (
        <p className="flex items-start gap-2 ps-1 text-small font-medium text-warn">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {scan.isValid === false ? (
            errorMessage(invalidReason(scan))
          ) : (
            <Trans>Check type and size.</Trans>
          )}
        </p>
      )}
      {!isComplete && (
        <ScanExtras
          scan={scan}
          survey={<SurveyLink scan={scan} questions={questions} projectId={projectId} />}
        />
      )}
    </div>
  );
}
