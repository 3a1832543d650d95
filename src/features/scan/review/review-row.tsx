import { Trans, useLingui } from '@lingui/react/macro';
import { EllipsisVertical, TriangleAlert } from 'lucide-react';
import type { SurveyQuestion } from '#schemas/survey.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useProductNames } from '#src/data/text/use-product-names.ts';
import { CampaignPart } from '#src/features/campaigns/exports.tsx';
import type { ProductPoints } from '#src/features/projects/actions.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ListRow } from '#src/ui/lists/list.tsx';
import { Points } from '#src/ui/points.tsx';
import { useDuplicateText, useVerdictText } from '../capture/use-outcome-text.ts';
import { RowPhoto } from '../photo/scan-photo.tsx';
import { EarlierScan } from './earlier-scan.tsx';
import { unmetRequirements, type Requirement, invalidReason } from '../capture/product-rules.ts';
import { ScanExtras, SurveyLink } from './scan-extras.tsx';
import type { ReviewedScan } from './review.ts';

interface ReviewRowProps {
  reviewedScan: ReviewedScan;
  questions: readonly SurveyQuestion[];
  projectId: string | undefined;
  /** Null if the product can't be saved. */
  points: ProductPoints | null;
  /** True if no other product can be saved, so its points equal the total. */
  isOnlyProduct: boolean;
  /** Opens the actions. */
  onOpenActions: () => void;
}

/** One captured scan with its points, missing parts and errors. */
export function ReviewRow({
  reviewedScan,
  questions,
  projectId,
  points,
  isOnlyProduct,
  onOpenActions,
}: ReviewRowProps) {
  const { t } = useLingui();
  const format = useFormat();
  const productNames = useProductNames();
  const { scan } = reviewedScan;
  const name = `${scan.type} ${scan.size} ${scan.variant}`;
  const sizeInCm = productNames.size(scan.size);
  return (
    <ListRow
      thumbnail={<RowPhoto scan={scan} alt={t`Your photo`} canEnlarge />}
      title={productNames.name(scan.type)}
      meta={
        <>
          <span className="block">
            <span>{name}</span>
            {sizeInCm !== null && <span className="hidden @min-[26rem]:inline"> · {sizeInCm}</span>}
          </span>
          <span className="block tnum">{scan.serial_number ?? t`No serial number`}</span>
          {points?.campaign && <CampaignPart {...points.campaign} />}
        </>
      }
      number={
        points !== null &&
        !isOnlyProduct && (
          <Points number={format.number(points.points)} label={format.points(points.points)} />
        )
      }
      action={
        <IconButton label={t`More: ${name}`} icon={<EllipsisVertical />} onClick={onOpenActions} />
      }
      below={
        hasDetails(reviewedScan, questions) && (
          <div className="space-y-3">
            <RowNotes reviewedScan={reviewedScan} />
            <ScanExtras
              scan={scan}
              isPhotoVisible
              survey={<SurveyLink scan={scan} questions={questions} projectId={projectId} />}
            />
          </div>
        )
      }
    />
  );
}

/** True if the row has notes or extras below its title. */
function hasDetails(
  { scan, isDuplicate }: ReviewedScan,
  questions: readonly SurveyQuestion[],
): boolean {
  const hasExtras = !scan.is_unique || scan.requiresTagPhoto || scan.requiresSurvey;
  return isDuplicate || hasExtras || unmetRequirements(scan, questions).length > 0;
}

/** Shows the scan's missing parts and errors. */
function RowNotes({ reviewedScan }: { reviewedScan: ReviewedScan }) {
  const { scan, requirements } = reviewedScan;
  return (
    <div className="empty:hidden">
      <div className="flex flex-wrap gap-2 empty:hidden">
        {requirements.map((requirement) => (
          <RequirementBadge key={requirement} requirement={requirement} />
        ))}
      </div>
      <RowWarnings reviewedScan={reviewedScan} />
      {scan.refusal?.earlier && (
        <div className="text-small text-ink-soft">
          <EarlierScan scan={scan.refusal.earlier} />
        </div>
      )}
    </div>
  );
}

function RowWarnings({ reviewedScan }: { reviewedScan: ReviewedScan }) {
  const verdictText = useVerdictText();
  const duplicateText = useDuplicateText();
  const errorMessage = useErrorMessage();
  const { scan, isDuplicate, requirements } = reviewedScan;
  const messages = [
    ...(isDuplicate ? [duplicateText('project')] : []),
    ...(scan.isValid === false ? [errorMessage(invalidReason(scan))] : []),
    ...(requirements.includes('details') ? [verdictText('partial')] : []),
  ];
  return messages.map((message) => (
    <p key={message} className="mt-2 flex items-start gap-2 text-small font-medium text-warn">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span className="break-long">{message}</span>
    </p>
  ));
}

function RequirementBadge({ requirement }: { requirement: Requirement }) {
  switch (requirement) {
    case 'invalid':
      return (
        <Badge tone="bad">
          <Trans context="product">Not valid</Trans>
        </Badge>
      );
    case 'details':
      return (
        <Badge tone="warn">
          <Trans>Check type and size</Trans>
        </Badge>
      );
    case 'photo':
      return (
        <Badge tone="warn">
          <Trans>Photo needed</Trans>
        </Badge>
      );
    case 'tag_photo':
      return (
        <Badge tone="warn">
          <Trans>Photo of data plate needed</Trans>
        </Badge>
      );
    case 'survey':
      return (
        <Badge tone="warn">
          <Trans>Question to answer</Trans>
        </Badge>
      );
  }
}
