import { Trans, useLingui } from '@lingui/react/macro';
import { codeOf } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import type { useIssue } from './use-issue.ts';
import type { Wizard } from './use-wizard.ts';
import { unfinishedStep } from './certificate-form.ts';
import type { StepProps } from './products-step.tsx';
import { stepForRejection } from './rejection.ts';

interface IssueFooterProps extends StepProps {
  issuing: ReturnType<typeof useIssue>;
}

/** The issue button, why it is disabled, and the server's rejection. */
export function IssueFooter({ wizard, filled, catalogue, issuing }: IssueFooterProps) {
  const errorMessage = useErrorMessage();
  const { refused } = wizard.draft;
  const { run, failure } = issuing;
  const busy = issuing.busy || wizard.isFinished;
  const unfinished = unfinishedStep(filled, catalogue, wizard);
  const reason = useBlockingReason(wizard, unfinished !== null);
  // The draft holds a rejection; a lost answer is known only to this screen.
  const wrong = failure ?? refused;
  const stepToFix = refused === null ? unfinished : stepForRejection(refused);
  return (
    <>
      <ErrorBlock
        messages={wrong === null ? [] : [errorMessage(wrong)]}
        action={codeOf(refused) === 'certificate_exists' && <ToCertificate wizard={wizard} />}
      />
      {stepToFix !== null && <FixButton wizard={wizard} step={stepToFix} />}
      <Button
        size="large"
        fullWidth
        busy={busy}
        disabledReason={!busy && reason}
        onClick={() => void run()}
      >
        <Trans>Issue the certificate</Trans>
      </Button>
    </>
  );
}

/** Reason why issuing is disabled; false if it isn't. */
function useBlockingReason({ draft, eligibility }: Wizard, isUnfinished: boolean): string | false {
  const { t } = useLingui();
  const offline = useConnection() !== 'online';
  if (!draft.asked && eligibility !== 'open') return t`Choose another project first.`;
  if (isUnfinished) return t`Something is missing. Go back a step.`;
  if (!draft.confirmed) return t`Confirm first that everything is right.`;
  return offline && t`You are offline. What you entered is kept until you are back.`;
}

/** Button to the step where the rejection can be fixed. */
function FixButton({ wizard: { dispatch }, step }: { wizard: Wizard; step: 1 | 2 | 3 }) {
  const labels = {
    1: <Trans>Choose another project</Trans>,
    2: <Trans>Change the products</Trans>,
    3: <Trans>Change the customer's details</Trans>,
  };
  return (
    <Button variant="secondary" fullWidth onClick={() => dispatch({ name: 'went', step })}>
      {labels[step]}
    </Button>
  );
}

/** Link to the existing certificate; to the list until the device knows which it is. */
function ToCertificate({ wizard: { project } }: { wizard: Wizard }) {
  const certificate = project?.warranty_certificate_uuid ?? null;
  return certificate === null ? (
    <LinkButton variant="secondary" {...linkTo(paths.warrantyCertificates())}>
      <Trans>All certificates</Trans>
    </LinkButton>
  ) : (
    <LinkButton variant="secondary" {...linkTo(paths.warrantyCertificate(certificate))}>
      <Trans>Open the certificate</Trans>
    </LinkButton>
  );
}
