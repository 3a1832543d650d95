import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { addressOf } from '#src/features/projects/queries.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ConfirmSheet } from '#src/ui/layout/sheet.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Stepper } from '#src/ui/layout/stepper.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { type WizardStep, wizardSteps } from './draft.ts';
import type { Wizard } from './use-wizard.ts';

interface WizardPageProps {
  wizard: Wizard;
  /**
   * True while the certificate is being issued. Hides the notice about a changed project, because issuing changes the
   * project.
   */
  isIssuing?: boolean;
  footer?: ReactNode;
  children: ReactNode;
}

/** Layout of a step: progress, back button, and a notice if the project has changed. */
export function WizardPage(props: WizardPageProps) {
  const { wizard, isIssuing = false, footer, children } = props;
  const { draft, dispatch, project } = wizard;
  const { t } = useLingui();
  const { step } = draft;
  const stepCount = wizardSteps.length;
  const names = { 1: t`Project`, 2: t`Products`, 3: t`Customer`, 4: t`Preview` };
  const titles = {
    1: t`Which project is the certificate for?`,
    2: t`What does the certificate cover?`,
    3: t`Who is the certificate for?`,
    4: t`Is everything right?`,
  };
  const name = names[step];
  const back = t`Back`;
  return (
    <Page
      title={titles[step]}
      subtitle={step > 1 && project && addressOf(project)}
      above={
        <Stepper step={step} total={stepCount} label={t`Step ${step} of ${stepCount}: ${name}`} />
      }
      back={
        step === 1 ? (
          <IconButton label={back} icon={<ArrowLeft />} {...linkTo(paths.warrantyCertificates())} />
        ) : (
          <IconButton
            label={back}
            icon={<ArrowLeft />}
            onClick={() => dispatch({ name: 'step_changed', step: (step - 1) as WizardStep })}
          />
        )
      }
      actions={draft.project !== null && <StartAgain wizard={wizard} />}
      footer={footer}
    >
      <div className="space-y-6">
        {!isIssuing && <ProjectNotice wizard={wizard} />}
        {children}
      </div>
    </Page>
  );
}

/** Discards the draft after a confirmation. */
function StartAgain({ wizard: { dispatch } }: { wizard: Wizard }) {
  const { t } = useLingui();
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <IconButton
        label={t`Start again`}
        icon={<RotateCcw />}
        onClick={() => setIsConfirming(true)}
      />
      <ConfirmSheet
        isOpen={isConfirming}
        onOpenChange={setIsConfirming}
        title={<Trans>Start again?</Trans>}
        confirmLabel={<Trans>Start again</Trans>}
        cancelLabel={t`Keep it`}
        tone="danger"
        onConfirm={() => {
          setIsConfirming(false);
          dispatch({ name: 'discarded' });
        }}
      >
        <Trans>Everything you entered for this certificate will be discarded.</Trans>
      </ConfirmSheet>
    </>
  );
}

/** Warns if the project has changed since it was selected, or if an earlier request is unconfirmed. */
function ProjectNotice({ wizard }: { wizard: Wizard }) {
  const { draft, eligibility, project } = wizard;
  if (draft.asked) return <UnconfirmedNotice />;
  if (eligibility === 'missing') {
    return (
      <Notice title={<Trans>This project no longer exists</Trans>} wizard={wizard}>
        <Trans>It has been deleted. Choose another project for the certificate.</Trans>
      </Notice>
    );
  }
  if (eligibility === 'not_closed') {
    return (
      <Notice title={<Trans>This project isn’t closed yet</Trans>} wizard={wizard}>
        <Trans>You can issue certificates for closed projects only.</Trans>
      </Notice>
    );
  }
  if (eligibility !== 'certified') return null;
  const certificate = project?.warranty_certificate_uuid ?? null;
  return (
    <Notice
      title={<Trans>This project already has a certificate</Trans>}
      wizard={wizard}
      link={
        certificate !== null && (
          <LinkButton variant="secondary" {...linkTo(paths.warrantyCertificate(certificate))}>
            <Trans>Open certificate</Trans>
          </LinkButton>
        )
      }
    >
      <Trans>A project can have only one certificate, and it has just been issued.</Trans>
    </Notice>
  );
}

interface NoticeProps {
  title: ReactNode;
  wizard: Wizard;
  link?: ReactNode;
  children: ReactNode;
}

function Notice({ title, wizard: { draft, dispatch }, link, children }: NoticeProps) {
  return (
    <Banner
      tone="warn"
      live="polite"
      title={title}
      action={
        <>
          {link}
          {draft.step > 1 && (
            <Button variant="secondary" onClick={() => dispatch({ name: 'step_changed', step: 1 })}>
              <Trans>Choose another project</Trans>
            </Button>
          )}
        </>
      }
    >
      {children}
    </Banner>
  );
}

/** Notice that the certificate may already exist, so the same request must be sent again. */
function UnconfirmedNotice() {
  return (
    <Banner tone="info" title={<Trans>We don’t have confirmation yet</Trans>}>
      <Trans>
        It may already have been issued. Try again without changes: you won’t get a duplicate.
      </Trans>
    </Banner>
  );
}
