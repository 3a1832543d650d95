import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import * as v from 'valibot';
import { photoSubject, type PhotoSubject } from '#schemas/scan.ts';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { RestoredChanges } from '#src/features/_shared/editing/form-draft.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { Page } from '#src/ui/layout/page.tsx';
import { BackButton } from '../back-button.tsx';
import { type ProductRules, useProductRules, requirementFlags } from '../capture/product-rules.ts';
import { PhotoField, PhotoSubjectField } from '../photo/photo-field.tsx';
import { useStoredPhotoDraft } from '../photo/stored-photo-draft.ts';
import type { CapturedScan } from '../queries.ts';
import { type ProductChoice, choiceProblems, type ManualProblems } from './manual-entry.ts';
import { ProductFields } from './product-fields.tsx';

const FORM = 'generic-entry';

const draftDetails = v.object({
  type: v.nullable(v.string()),
  size: v.nullable(v.string()),
  variant: v.nullable(v.string()),
  photo_of: photoSubject,
});
const emptyDetails: v.InferOutput<typeof draftDetails> = {
  type: null,
  size: null,
  variant: null,
  photo_of: 'product',
};

/** `/scan/generic`: adds a product without a label, with a photo of the product or its data plate (spec 1 §2). */
export function GenericScreen() {
  const { t } = useLingui();
  const { project: projectId } = useSearch({ from: '/signed-in/scan/generic' });
  const rules = useProductRules();
  const isOffline = useConnection() !== 'online';
  const title = t`No readable label`;
  usePageTitle(title);
  const back = <BackButton to={paths.scan({ project: projectId })} />;

  if (rules) return <GenericForm {...{ title, back, rules, projectId }} />;
  return (
    <Page title={title} back={back}>
      {isOffline ? (
        <EmptyState drawing="offline" title={t`Not loaded yet`}>
          <Trans>
            The product list hasn’t been downloaded yet. Go online once to choose products.
          </Trans>
        </EmptyState>
      ) : (
        <Skeleton label={t`Loading`}>
          <SkeletonCard lines={3} />
        </Skeleton>
      )}
    </Page>
  );
}

interface GenericFormProps {
  title: string;
  back: ReactNode;
  rules: ProductRules;
  projectId: string | undefined;
}

function GenericForm({ title, back, rules, projectId }: GenericFormProps) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const entry = useGenericEntry(rules, projectId);
  const { photo, problems, failure } = entry;

  return (
    <Page
      title={title}
      back={back}
      footer={
        <Button type="submit" form={FORM} size="large" fullWidth busy={entry.busy}>
          <Trans>Add product</Trans>
        </Button>
      }
    >
      <form
        id={FORM}
        noValidate
        className="space-y-6"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          void entry.submit().then(() => focusFirstError(form));
        }}
      >
        <p className="text-ink-soft break-long">
          <Trans>We’ll check your photo before adding points.</Trans>
        </p>
        <RestoredChanges draft={entry.restored} />
        <PhotoSubjectField value={photo.subject} onValueChange={photo.setSubject} />
        <PhotoField
          src={photo.takenPhoto?.url}
          onPhoto={(file) => void photo.take(file)}
          error={
            photo.error === null
              ? problems.photo && t`Take a photo of the product or its label.`
              : errorMessage(photo.error)
          }
        />
        <ProductFields
          choice={entry.choice}
          onChoiceChange={entry.change}
          problems={problems}
          rules={rules}
        />
        {failure !== null && <ErrorBlock messages={[errorMessage(failure)]} />}
      </form>
    </Page>
  );
}

/** Captures a product without a label: saves the photo, then the scan that references it. */
function useGenericEntry(rules: ProductRules, projectId: string | undefined) {
  const account = useAccount();
  const go = useGo();
  const draft = useStoredPhotoDraft({
    name: FORM,
    schema: draftDetails,
    initial: emptyDetails,
  });
  const { photo, details, setDetails } = draft;
  const { photo_of: photoOf, ...choice } = details;
  const [problems, setProblems] = useState<GenericProblems>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const shrunkPhoto = photo.takenPhoto?.shrunkPhoto ?? null;
  const isShrinking = photo.takenPhoto !== null && shrunkPhoto === null;

  const change = (newChoice: ProductChoice) => {
    setDetails((before) => ({ ...before, ...newChoice }));
    setProblems(({ photo: photoProblem }) => (photoProblem ? { photo: photoProblem } : {}));
  };
  const setSubject = (photo_of: PhotoSubject) => setDetails((before) => ({ ...before, photo_of }));
  const take = async (file: Blob) => {
    setProblems(({ photo: _photo, ...otherErrors }) => otherErrors);
    await photo.take(file);
  };

  const write = async ({ bytes, mime }: NonNullable<typeof shrunkPhoto>) => {
    const photoId = await account.photos.save(bytes, mime);
    try {
      const scan = genericScan(choice, photoId, rules, photoOf);
      if (scan) await account.scanCommands.captureScan(scan);
      go(paths.scanReview({ project: projectId }), { replace: true });
    } catch (error) {
      // Don't keep an orphaned photo, which would only use up space.
      await account.photos.discard(photoId);
      throw error;
    }
  };

  const submit = async () => {
    const newProblems = genericProblems(choice, photo.takenPhoto !== null, rules);
    setProblems(newProblems);
    if (busy || shrunkPhoto === null || Object.keys(newProblems).length > 0) return;
    setBusy(true);
    setFailure(null);
    try {
      await write(shrunkPhoto);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  return {
    photo: { ...photo, take, subject: photoOf, setSubject },
    restored: draft.restored,
    choice,
    change,
    problems,
    submit,
    busy: busy || isShrinking,
    failure,
  };
}

// A product without a label, identified by type, size, variant and a photo instead of a serial number (spec 1
// §2, §5).

interface GenericProblems extends Omit<ManualProblems, 'serial'> {
  readonly photo?: 'photo_missing';
}

/** Returns the missing parts; empty if the product can be captured. */
export function genericProblems(
  choice: ProductChoice,
  hasPhoto: boolean,
  rules: Pick<ProductRules, 'types' | 'sizes' | 'variants'>,
): GenericProblems {
  return { ...choiceProblems(choice, rules), ...(!hasPhoto && { photo: 'photo_missing' }) };
}

/**
 * Builds the scan; null if type, size or variant is missing.
 * @param photoOf subject of the photo
 */
export function genericScan(
  choice: ProductChoice,
  photoId: string,
  rules: ProductRules,
  photoOf: PhotoSubject = 'product',
): CapturedScan | null {
  const { type, size, variant } = choice;
  if (type === null || size === null || variant === null) return null;
  return {
    type,
    size,
    variant,
    serial_number: null,
    is_unique: false,
    manual: true,
    confirmed: true,
    isValidated: false,
    isValid: null,
    imageIdxDB: photoId,
    photo_of: photoOf,
    ...requirementFlags({ type, variant, code: '' }, rules),
  };
}
