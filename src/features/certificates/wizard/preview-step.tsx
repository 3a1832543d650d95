import { Plural, useLingui, Trans } from '@lingui/react/macro';
import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { certificateCalls } from '#schemas/api/certificate-calls.ts';
import { normaliseEmail } from '#schemas/email.ts';
import { displayEmail } from '#schemas/display-email.ts';
import { normaliseLine, normaliseLines } from '#schemas/normalise-text.ts';
import {
  addressLine,
  countCertifiedProducts,
  MAX_CERTIFICATE_PHOTOS,
} from '#schemas/warranty-certificate.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useRequestKeys } from '#src/data/requests/request-keys.ts';
import { useCall, useRequest } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { codeOf, errorsOf } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useCountries } from '#src/data/text/use-countries.ts';
import { PhotoChoice } from '#src/features/job-photos/exports.tsx';
import { photosOfProject } from '#src/features/job-photos/queries.ts';
import { nativeLanguageName } from '#src/i18n/language-names.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { CheckboxField } from '#src/ui/fields/toggle-fields.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { CertifiedCategory } from '../certified-products.tsx';
import {
  type FilledDraft,
  issueBody,
  printablePhotos,
  unfinishedStep,
} from './certificate-form.ts';
import type { StepProps } from './products-step.tsx';
import { stepForRejection, isRejection, isOutcomeUnknown } from './rejection.ts';
import type { Wizard } from './use-wizard.ts';
import { WizardPage } from './wizard-page.tsx';

/** Step 4: everything that will be printed, and the confirmation that it is correct (spec 2 §4). */
export function PreviewStep({ wizard, filledDraft, catalogue }: StepProps) {
  const { t } = useLingui();
  const { draft, dispatch, isFinished } = wizard;
  const issueRequest = useIssue(wizard, filledDraft);
  return (
    <WizardPage
      wizard={wizard}
      isIssuing={issueRequest.busy || isFinished}
      footer={
        <IssueFooter
          wizard={wizard}
          filledDraft={filledDraft}
          catalogue={catalogue}
          issueRequest={issueRequest}
        />
      }
    >
      <Products wizard={wizard} filledDraft={filledDraft} catalogue={catalogue} />
      <PreviewSection wizard={wizard} step={3} title={t`Customer`}>
        <Card>
          <Customer customer={filledDraft.customer} />
        </Card>
      </PreviewSection>
      <PreviewSection wizard={wizard} step={3} title={t`Certificate`}>
        <Card>
          <Certificate wizard={wizard} filledDraft={filledDraft} />
        </Card>
      </PreviewSection>
      <Installer />
      <Photos wizard={wizard} filledDraft={filledDraft} />
      <CheckboxField
        label={t`I’ve checked that this matches what was installed.`}
        checked={draft.confirmed}
        onChange={(event) => dispatch({ name: 'confirmed', confirmed: event.target.checked })}
      />
    </WizardPage>
  );
}

interface PreviewSectionProps {
  wizard: Wizard;
  /** The step that edits this part. */
  step: 2 | 3;
  title: string;
  children: ReactNode;
}

function PreviewSection({ wizard: { dispatch }, step, title, children }: PreviewSectionProps) {
  const { t } = useLingui();
  return (
    <Section
      title={title}
      link={
        <IconButton
          label={t`Edit: ${title}`}
          icon={<Pencil />}
          onClick={() => dispatch({ name: 'step_changed', step })}
        />
      }
    >
      {children}
    </Section>
  );
}

function Products({ wizard, filledDraft, catalogue }: StepProps) {
  const { t, i18n } = useLingui();
  const sum = countCertifiedProducts(filledDraft.products);
  return (
    <PreviewSection wizard={wizard} step={2} title={t`Products`}>
      {filledDraft.products.map((group) => {
        const entry = catalogue.find(({ slug }) => slug === group.category);
        if (!entry) return null;
        const { name, longevity } = entry;
        return (
          <CertifiedCategory
            key={group.category}
            group={{ ...group, name, longevity }}
            language={i18n.locale}
          />
        );
      })}
      <p className="font-semibold tnum">
        <Plural value={sum} one="# item in total" other="# items in total" />
      </p>
    </PreviewSection>
  );
}

function Customer({ customer }: Pick<FilledDraft, 'customer'>) {
  const { t } = useLingui();
  const countries = useCountries();
  const country = countries.find(({ id }) => id === customer.country)?.name;
  const name = normaliseLine(customer.customer_name);
  return (
    <DetailList
      items={[
        ...(name === '' ? [] : [{ term: t({ context: 'person', message: 'Name' }), detail: name }]),
        { term: t`Email address`, detail: displayEmail(normaliseEmail(customer.customer_email)) },
        {
          term: t`Address`,
          detail: (
            <>
              {addressLine(customer)}
              <span className="block font-normal text-ink-soft">{country}</span>
            </>
          ),
        },
      ]}
    />
  );
}

function Certificate({ wizard, filledDraft }: Pick<StepProps, 'wizard' | 'filledDraft'>) {
  const { t } = useLingui();
  const format = useFormat();
  const { customer, expiration_date: expirationDate } = filledDraft;
  const note = normaliseLines(customer.note);
  return (
    <DetailList
      items={[
        { term: t`Issued`, detail: format.day(wizard.today) },
        { term: t`Valid until`, detail: expirationDate === '' ? '–' : format.day(expirationDate) },
        { term: t`Language`, detail: nativeLanguageName(customer.language) },
        ...(note === ''
          ? []
          : [{ term: t`Note`, detail: <span className="whitespace-pre-line">{note}</span> }]),
      ]}
    />
  );
}

/** The installing company, from its profile. */
function Installer() {
  const { t } = useLingui();
  const company = useSingleton('self')?.company;
  if (!company) return null;
  return (
    <Section title={t`Installer`}>
      <Card>
        <p className="break-long">
          <span className="block font-semibold">{company.name}</span>
          <span className="block">{company.address}</span>
          <span className="block">
            {company.postal_code} {company.city}
          </span>
        </p>
      </Card>
    </Section>
  );
}

/** Selects photos of the project to print; hidden if there are none. */
function Photos({ wizard: { dispatch }, filledDraft }: Pick<StepProps, 'wizard' | 'filledDraft'>) {
  const { t } = useLingui();
  const { project, photos: chosenPhotos } = filledDraft;
  const photos = useLiveQuery((account) => photosOfProject(account, project), [project]);
  const shownPhotos = printablePhotos(photos ?? []);
  if (shownPhotos.length === 0) return null;
  return (
    <Section title={t`Photos`}>
      <p className="text-small text-ink-soft break-long">
        <Trans>
          Choose up to {MAX_CERTIFICATE_PHOTOS} photos to print, with their captions. The
          certificate keeps copies of them.
        </Trans>
      </p>
      <PhotoChoice
        photos={shownPhotos}
        chosenIds={chosenPhotos}
        limit={MAX_CERTIFICATE_PHOTOS}
        onChange={(photoIds) => dispatch({ name: 'photos_changed', photos: photoIds })}
      />
    </Section>
  );
}

interface IssueFooterProps extends StepProps {
  issueRequest: ReturnType<typeof useIssue>;
}

/** The button that issues the certificate, the reason why it's disabled, and the server's rejection. */
function IssueFooter({ wizard, filledDraft, catalogue, issueRequest }: IssueFooterProps) {
  const errorMessage = useErrorMessage();
  const { refused: rejection } = wizard.draft;
  const { run, failure } = issueRequest;
  const busy = issueRequest.busy || wizard.isFinished;
  const incompleteStep = unfinishedStep(filledDraft, catalogue, wizard);
  const reason = useBlockingReason(wizard, incompleteStep !== null);
  // The draft only stores rejections; other failures, such as a lost response, are known only here.
  const error = failure ?? rejection;
  const stepToFix = rejection === null ? incompleteStep : stepForRejection(rejection);
  return (
    <>
      <ErrorBlock
        messages={error === null ? [] : [errorMessage(error)]}
        action={codeOf(rejection) === 'certificate_exists' && <CertificateLink wizard={wizard} />}
      />
      {stepToFix !== null && <FixButton wizard={wizard} step={stepToFix} />}
      <Button
        size="large"
        fullWidth
        busy={busy}
        disabledReason={!busy && reason}
        onClick={() => void run()}
      >
        <Trans>Issue certificate</Trans>
      </Button>
    </>
  );
}

/** Returns the reason why the certificate can't be issued now, or false if it can. */
function useBlockingReason({ draft, eligibility }: Wizard, isUnfinished: boolean): string | false {
  const { t } = useLingui();
  const offline = useConnection() !== 'online';
  if (!draft.asked && eligibility !== 'eligible') return t`Choose another project first.`;
  if (isUnfinished) return t`Some details are missing. Go back and add them.`;
  if (!draft.confirmed) return t`Tick the box above first.`;
  return offline && t`You’re offline. We’ll keep what you entered until you’re back online.`;
}

/** Button that opens the step where the problem can be fixed. */
function FixButton({ wizard: { dispatch }, step }: { wizard: Wizard; step: 1 | 2 | 3 }) {
  const labels = {
    1: <Trans>Choose another project</Trans>,
    2: <Trans>Edit products</Trans>,
    3: <Trans>Edit customer details</Trans>,
  };
  return (
    <Button variant="secondary" fullWidth onClick={() => dispatch({ name: 'step_changed', step })}>
      {labels[step]}
    </Button>
  );
}

/** Link to the existing certificate, or to the list while its id isn't on the device. */
function CertificateLink({ wizard: { project } }: { wizard: Wizard }) {
  const certificate = project?.warranty_certificate_uuid ?? null;
  return certificate === null ? (
    <LinkButton variant="secondary" {...linkTo(paths.warrantyCertificates())}>
      <Trans>All certificates</Trans>
    </LinkButton>
  ) : (
    <LinkButton variant="secondary" {...linkTo(paths.warrantyCertificate(certificate))}>
      <Trans>Open certificate</Trans>
    </LinkButton>
  );
}

/**
 * Issues the certificate and opens it. Stores the idempotency key before sending and keeps it until a response
 * arrives, so double presses, late responses and restarts issue only one certificate.
 */
function useIssue(wizard: Wizard, filledDraft: FilledDraft) {
  const { t } = useLingui();
  const account = useAccount();
  const call = useCall();
  const go = useGo();
  const keys = useRequestKeys('certificate');
  const { dispatch, finish, catalogueFetch } = wizard;
  return useRequest(async () => {
    const body = issueBody(filledDraft);
    const { user_id: userId } = account.identity;
    const callOptions = { idempotencyKey: await keys.keyFor(body), userId };
    // Save the proposed values, because a retry must send the same ones.
    dispatch({ name: 'sent', ...filledDraft });
    try {
      const { uuid } = await call(certificateCalls.createCertificate, { body }, callOptions);
      await keys.complete(body);
      // The screen shows the certificate once it and its project are synced.
      await account.syncNow();
      finish();
      showToast({
        message: t`Certificate issued`,
        subject: uuid,
        tone: 'good',
        timeoutMs: 5000,
      });
      go(paths.warrantyCertificate(uuid), { replace: true, done: true });
    } catch (error) {
      const rejection = { code: codeOf(error) ?? '', field: errorsOf(error)[0]?.field ?? '' };
      if (isOutcomeUnknown(rejection.code)) dispatch({ name: 'outcome_unknown' });
      if (isRejection(rejection)) {
        dispatch({ name: 'rejected', ...rejection });
        // The rejection may be due to a change that this device hasn't synced.
        void account.syncNow();
        void catalogueFetch.request.run();
      }
      throw error;
    }
  });
}
