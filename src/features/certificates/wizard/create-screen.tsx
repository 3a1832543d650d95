import { useLingui, Trans } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useProjectAddress } from '#src/features/projects/queries.ts';
import { FetchFallback } from '#src/ui/feedback/fetch-fallback.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { UnavailableState } from '#src/ui/feedback/empty-state.tsx';
import { ConfirmSheet } from '#src/ui/layout/sheet.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { CustomerStep } from './customer-step.tsx';
import { isEdited } from './draft.ts';
import { PreviewStep } from './preview-step.tsx';
import { ProductsStep } from './products-step.tsx';
import { ProjectStep } from './project-step.tsx';
import { useWizard, type Wizard } from './use-wizard.ts';
import { WizardPage } from './wizard-page.tsx';

/**
 * `/warranty-certificates/create`: issues a certificate in four steps (spec 2 §2). Saves a draft on
 * this device until the certificate is issued. With `project` it starts at the second step.
 */
export function CreateCertificateScreen() {
  const { t } = useLingui();
  usePageTitle(t`New certificate`);
  const wizard = useWizard();
  if (wizard) return <Steps wizard={wizard} />;
  return (
    <Page title={t`New certificate`}>
      <Skeleton label={t`Loading the certificate`}>
        <SkeletonRow />
        <SkeletonRow />
        <SkeletonRow />
      </Skeleton>
    </Page>
  );
}

function Steps({ wizard }: { wizard: Wizard }) {
  const { draft, dispatch } = wizard;
  const go = useGo();
  const { project: requestedProjectId } = useSearch({
    from: '/signed-in/warranty-certificates/create',
  });
  const [pickedProjectId, setPickedProject] = useState<string | null>(null);
  useStepFocus(draft.step);

  // Confirm before discarding a draft of another project.
  const wouldDiscardDraft = (projectId: string) =>
    draft.project !== null && projectId !== draft.project && isEdited(draft);
  const needsConfirmation =
    requestedProjectId !== undefined && wouldDiscardDraft(requestedProjectId);
  useEffect(() => {
    if (requestedProjectId === undefined || needsConfirmation) return;
    dispatch({ name: 'project_opened', project: requestedProjectId });
    go(paths.warrantyCertificateCreate(), { replace: true });
  }, [requestedProjectId, needsConfirmation, dispatch, go]);

  const decide = (shouldReplace: boolean) => {
    setPickedProject(null);
    if (requestedProjectId !== undefined) {
      if (shouldReplace) dispatch({ name: 'project_opened', project: requestedProjectId });
      go(paths.warrantyCertificateCreate(), { replace: true });
    } else if (shouldReplace && pickedProjectId !== null)
      dispatch({ name: 'project_selected', project: pickedProjectId });
  };
  return (
    <>
      <Step
        wizard={wizard}
        onPick={(projectId) =>
          wouldDiscardDraft(projectId)
            ? setPickedProject(projectId)
            : dispatch({ name: 'project_selected', project: projectId })
        }
      />
      <ReplaceDraftPrompt
        draftProjectId={draft.project}
        newProjectId={needsConfirmation ? requestedProjectId : pickedProjectId}
        onDecide={decide}
      />
    </>
  );
}

function Step({ wizard, onPick }: { wizard: Wizard; onPick: (projectId: string) => void }) {
  const { draft, filledDraft, catalogue } = wizard;
  if (draft.step === 1) return <ProjectStep wizard={wizard} onPick={onPick} />;
  if (filledDraft === null || catalogue === undefined) return <StepPlaceholder wizard={wizard} />;
  const wizardProps = { wizard, filledDraft, catalogue };
  if (draft.step === 2) return <ProductsStep {...wizardProps} />;
  return draft.step === 3 ? <CustomerStep {...wizardProps} /> : <PreviewStep {...wizardProps} />;
}

/** Scrolls a new step to the top and focuses its heading, so that it's read out. */
function useStepFocus(step: number): void {
  const lastStep = useRef(step);
  useEffect(() => {
    if (lastStep.current === step) return;
    lastStep.current = step;
    scrollTo(0, 0);
    const heading = document.querySelector<HTMLElement>('#main h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [step]);
}

interface ReplaceDraftPromptProps {
  /** The project of the current draft. */
  draftProjectId: string | null;
  /** The project to start with instead; null while the prompt is closed. */
  newProjectId: string | null;
  onDecide: (shouldReplace: boolean) => void;
}

/** Asks before discarding the draft of one project to start with another. */
function ReplaceDraftPrompt({ draftProjectId, newProjectId, onDecide }: ReplaceDraftPromptProps) {
  const { t } = useLingui();
  const from = useProjectAddress(draftProjectId ?? undefined) ?? t`a project that no longer exists`;
  return (
    <ConfirmSheet
      isOpen={newProjectId !== null}
      onOpenChange={(isOpen) => !isOpen && onDecide(false)}
      title={<Trans>You’ve already started a certificate</Trans>}
      confirmLabel={<Trans>Discard and start again</Trans>}
      cancelLabel={t`Continue existing one`}
      tone="danger"
      onConfirm={() => onDecide(true)}
    >
      <Trans>
        You’ve started a certificate for {from}. If you switch projects, it will be discarded.
      </Trans>
    </ConfirmSheet>
  );
}

/** Shown in place of a step while its data isn't on the device. */
function StepPlaceholder({ wizard }: { wizard: Wizard }) {
  return (
    <WizardPage wizard={wizard}>
      <MissingData wizard={wizard} />
    </WizardPage>
  );
}

function MissingData({ wizard }: { wizard: Wizard }) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const { project, eligibility, catalogue, catalogueFetch } = wizard;
  const { online, request } = catalogueFetch;
  const skeleton = (
    <Skeleton label={t`Loading the certificate`}>
      <SkeletonRow />
      <SkeletonRow />
      <SkeletonRow />
    </Skeleton>
  );
  // The notice above says that the project no longer exists.
  if (eligibility === 'missing') return null;
  if (project === null) {
    if (online) return skeleton;
    return (
      <UnavailableState reason="not_loaded">
        <Trans>Your projects appear here once you’re online.</Trans>
      </UnavailableState>
    );
  }
  if (catalogue !== undefined) return skeleton;
  return (
    <FetchFallback
      online={online}
      error={request.failure === null ? null : errorMessage(request.failure)}
      busy={request.busy}
      onRetry={() => void request.run()}
      errorTitle={<Trans>Couldn’t load the warranty options.</Trans>}
      offlineText={<Trans>The warranty options appear here once you’re online.</Trans>}
      skeleton={skeleton}
    />
  );
}
