import { Trans } from '@lingui/react/macro';
import { CircleCheck, MessageCircleQuestionMark } from 'lucide-react';
import type { ScanDocument } from '#schemas/scan.ts';
import type { SurveyQuestion } from '#schemas/survey.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { openRequirements } from '../capture/product-rules.ts';

interface SurveyLinkProps {
  scan: ScanDocument;
  questions: readonly SurveyQuestion[];
  project: string | undefined;
}

/** Link to a scan's product question. */
export function SurveyLink({ scan, questions, project }: SurveyLinkProps) {
  const answered = !openRequirements(scan, questions).includes('survey');
  return (
    <div>
      <LinkButton
        variant={answered ? 'quiet' : 'secondary'}
        icon={answered ? <CircleCheck /> : <MessageCircleQuestionMark />}
        {...linkTo(paths.scanSurvey({ scan: scan.uuid, project }))}
      >
        {answered ? <Trans>Change the answer</Trans> : <Trans>Answer the product question</Trans>}
      </LinkButton>
    </div>
  );
}
