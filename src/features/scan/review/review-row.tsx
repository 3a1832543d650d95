import { Trans, useLingui } from '@lingui/react/macro';
import { Pencil, Trash2, TriangleAlert } from 'lucide-react';
import type { SurveyQuestion } from '#schemas/survey.ts';
import { useErrorWords } from '#src/data/words/error-words.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Card } from '#src/ui/card.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { type Requirement, whyNotValid } from '../product/product-rules.ts';
import { ProductTitle } from '../product/product-title.tsx';
import { ScanExtras } from '../product/scan-extras.tsx';
import { SurveyLink } from '../question/survey-link.tsx';
import { useDuplicateWords, useVerdictWords } from '../catching/use-catch-words.ts';
import type { ReviewedScan } from './review.ts';

interface ReviewRowProps {
  reviewed: ReviewedScan;
  questions: readonly SurveyQuestion[];
  project: string | undefined;
  onRemove: () => void;
}

/** One captured scan: what it is, what is missing, and what is wrong with it. */
export function ReviewRow({ reviewed, questions, project, onRemove }: ReviewRowProps) {
  const { t } = useLingui();
  const { scan } = reviewed;
  const name = `${scan.type} ${scan.size} ${scan.variant}`;
  return (
    <Card as="li">
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-[55%] flex-1 py-1">
          <ProductTitle scan={scan} />
        </div>
        <div className="flex gap-2">
          <IconButton
            label={t`Edit ${name}`}
            icon={<Pencil />}
            {...linkTo(paths.scanManual({ scan: scan.uuid, project }))}
          />
          <IconButton label={t`Remove ${name}`} icon={<Trash2 />} onClick={onRemove} />
        </div>
      </div>
      <RowWarnings reviewed={reviewed} />
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {reviewed.requirements.map((requirement) => (
          <RequirementBadge key={requirement} requirement={requirement} />
        ))}
        {scan.isValid === true && reviewed.requirements.length === 0 && (
          <Badge tone="good">
            <Trans>Confirmed</Trans>
          </Badge>
        )}
      </div>
      <div className="mt-3 empty:hidden">
        <ScanExtras
          scan={scan}
          survey={<SurveyLink scan={scan} questions={questions} project={project} />}
        />
      </div>
    </Card>
  );
}

function RowWarnings({ reviewed }: { reviewed: ReviewedScan }) {
  const verdictWords = useVerdictWords();
  const duplicateWords = useDuplicateWords();
  const errorWords = useErrorWords();
  const { scan, duplicate, requirements } = reviewed;
  const messages = [
    ...(duplicate ? [duplicateWords('project')] : []),
    ...(scan.isValid === false ? [errorWords(whyNotValid(scan))] : []),
    ...(requirements.includes('details') ? [verdictWords('partial')] : []),
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
          <Trans>Not valid</Trans>
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
          <Trans>Photo of the tag needed</Trans>
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
