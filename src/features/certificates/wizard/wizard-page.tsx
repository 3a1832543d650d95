import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { addressOf } from '#src/features/projects/queries.ts';
import { ConfirmSheet } from '#src/ui/layout/confirm-sheet.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Stepper } from '#src/ui/layout/stepper.tsx';
import type { Wizard } from './use-wizard.ts';
import { type WizardStep, wizardSteps } from './draft.ts';
import { ProjectNotice } from './project-notice.tsx';

interface WizardPageProps {
  wizard: Wizard;
  /** True while issuing, which changes the project itself; hides the notice about it. */
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
  const of = wizardSteps.length;
  const names = { 1: t`Project`, 2: t`Products`, 3: t`Customer`, 4: t`Preview` };
  const titles = {
    1: t`Which project is it for?`,
    2: t`What does it cover?`,
    3: t`Who is it for?`,
    4: t`Is everything right?`,
  };
  const name = names[step];
  const back = t`Back`;
  return (
    <Page
      title={titles[step]}
      subtitle={step > 1 && project && addressOf(project)}
      above={<Stepper step={step} of={of} label={t`Step ${step} of ${of}: ${name}`} />}
      back={
        step === 1 ? (
          <IconButton label={back} icon={<ArrowLeft />} {...linkTo(paths.warrantyCertificates())} />
        ) : (
          <IconButton
            label={back}
            icon={<ArrowLeft />}
            onClick={() => dispatch({ name: 'went', step: (step - 1) as WizardStep })}
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
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <IconButton label={t`Start again`} icon={<RotateCcw />} onClick={() => setIsAsking(true)} />
      <ConfirmSheet
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={<Trans>Start again?</Trans>}
        confirmLabel={<Trans>Start again</Trans>}
        cancelLabel={t`Keep it`}
        tone="danger"
        onConfirm={() => {
          setIsAsking(false);
          dispatch({ name: 'discarded' });
        }}
      >
        <Trans>What you have entered for this certificate is discarded.</Trans>
      </ConfirmSheet>
    </>
  );
}
