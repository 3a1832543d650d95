import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { paths } from '#src/app/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { Page } from '#src/ui/layout/page.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { BackButton } from '../back-button.tsx';
import { PhotoSubjectField } from '../photo/photo-subject-field.tsx';
import { PhotoField } from '../photo/photo-field.tsx';
import { type ProductRules, useProductRules } from '../capture/product-rules.ts';
import { ProductFields } from './product-fields.tsx';
import { useGenericEntry } from './use-generic-entry.ts';

const FORM = 'generic-entry';

/** `/scan/generic`: adds a product without a label by a photo of it or its tag (spec 1 §2). */
export function GenericScreen() {
  const { t } = useLingui();
  const { project } = useSearch({ from: '/signed-in/scan/generic' });
  const rules = useProductRules();
  const isOffline = useConnection() !== 'online';
  const title = t`Product without a label`;
  usePageTitle(title);
  const back = <BackButton to={paths.scan({ project })} />;

  if (rules) return <GenericForm {...{ title, back, rules, project }} />;
  return (
    <Page title={title} back={back}>
      {isOffline ? (
        <EmptyState drawing="offline" title={t`Not loaded yet`}>
          <Trans>
            The product list has not been downloaded yet. Go online once to choose products.
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
  project: string | undefined;
}

function GenericForm({ title, back, rules, project }: GenericFormProps) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const entry = useGenericEntry(rules, project);
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
          <Trans>Its photo is checked before the points are added.</Trans>
        </p>
        <PhotoSubjectField value={photo.of} onValueChange={photo.setOf} />
        <PhotoField
          src={photo.taken?.url}
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
