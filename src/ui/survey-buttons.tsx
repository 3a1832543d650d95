import { Trans } from '@lingui/react/macro';
import { ExternalLink } from 'lucide-react';
import { Button } from './button.tsx';
import { LinkButton } from './link-button.tsx';
import { externalLink } from './links.tsx';

interface SurveyButtonsProps {
  /** URL of the survey. */
  href: string;
  isOffline: boolean;
  /** Opened before: only the person knows whether they finished it. */
  isOpened: boolean;
  /** Postponed already. */
  isPostponed?: boolean;
  /** True if the survey is the screen's main action. */
  isMain?: boolean;
  onStep: (step: 'open' | 'complete' | 'later' | 'never') => void;
}

/** Actions for a survey: open, complete, postpone, decline. */
export function SurveyButtons(props: SurveyButtonsProps) {
  const { href, isOffline, isOpened, isPostponed = false, isMain = false, onStep } = props;
  const opening = isMain ? 'primary' : 'secondary';
  const further = isMain ? 'secondary' : 'quiet';
  return (
    // Wrapped buttons fill their row.
    <div className="mt-4 flex flex-wrap gap-2 [&>*]:grow desk:[&>*]:grow-0">
      {isOffline ? (
        <Button
          variant={opening}
          disabledReason={<Trans>Opens in your browser. You need to be online.</Trans>}
        >
          <Trans>Open survey</Trans>
        </Button>
      ) : (
        <LinkButton
          variant={opening}
          icon={<ExternalLink />}
          {...externalLink(href, () => onStep('open'))}
        >
          <Trans>Open survey</Trans>
        </LinkButton>
      )}
      {isOpened && (
        <Button variant={further} onClick={() => onStep('complete')}>
          <Trans>I’ve finished it</Trans>
        </Button>
      )}
      {!isPostponed && (
        <Button variant={further} onClick={() => onStep('later')}>
          <Trans>Later</Trans>
        </Button>
      )}
      <Button variant="quiet" onClick={() => onStep('never')}>
        <Trans>Don’t ask again</Trans>
      </Button>
    </div>
  );
}
