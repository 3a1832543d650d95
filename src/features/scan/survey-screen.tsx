import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ScanDocument } from '#schemas/scan.ts';
import type { SurveyResponse } from '#schemas/survey.ts';
import { useAccount } from '#src/data/account-context.tsx';
import { useErrorWords } from '#src/data/error-words.ts';
import { useLiveQuery } from '#src/data/use-live-query.ts';
import { usePageTitle } from '#src/data/use-page-title.ts';
import { useSingleton } from '#src/data/use-singleton.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { useGo } from '#src/use-go.ts';
import { SurveyForm } from '#src/features/survey/survey-form.tsx';
import { Card } from '#src/ui/card.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/page.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/skeleton.tsx';
import { BackButton } from './back-button.tsx';
import { surveyOf } from './product-rules.ts';
import { ProductTitle } from './product-title.tsx';
import { scanById } from './queries.ts';

/** `/scan/survey`: the product question of one scan (spec 1 §2, §6). */
export function SurveyScreen() {
  const { t } = useLingui();
  const { scan: scanId, project } = useSearch({ strict: false });
  const scan = useLiveQuery((account) => scanById(account, scanId ?? ''), [scanId]);
  const configuration = useSingleton('configuration');
  const title = t`About this product`;
  usePageTitle(title);
  const back = <BackButton to={paths.scanReview({ project })} />;

  if (scan === null || configuration?.product_survey.length === 0) {
    return (
      <Page title={title} back={back}>
        <EmptyState
          drawing="search"
          title={t`Nothing is asked about this product`}
          action={
            <LinkButton {...linkTo(paths.scanReview({ project }))}>
              <Trans>Review</Trans>
            </LinkButton>
          }
        >
          <Trans>It may have been removed, or answered on another device.</Trans>
        </EmptyState>
      </Page>
    );
  }
  if (!scan || !configuration) {
    return (
      <Page title={title} back={back}>
        <Skeleton label={t`Loading`}>
          <SkeletonCard lines={4} />
        </Skeleton>
      </Page>
    );
  }
  return <ProductSurvey key={scan.uuid} {...{ scan, project, title, back, configuration }} />;
}

interface ProductSurveyProps {
  scan: ScanDocument;
  project: string | undefined;
  title: string;
  back: React.ReactNode;
  configuration: NonNullable<ReturnType<typeof useSingleton<'configuration'>>>;
}

function ProductSurvey({ scan, project, title, back, configuration }: ProductSurveyProps) {
  const account = useAccount();
  const errorWords = useErrorWords();
  const go = useGo();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const finish = async (response: SurveyResponse) => {
    setBusy(true);
    setFailure(null);
    try {
      await account.scanActs.mendScan(scan.uuid, { survey: JSON.stringify(response) });
      const isCaptured = scan.state === 'captured';
      go(isCaptured ? paths.scanReview({ project }) : paths.scanOffline(), { replace: true });
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };

  return (
    <SurveyForm
      questions={configuration.product_survey}
      kept={surveyOf(scan)}
      busy={busy}
      onFinish={(response) => void finish(response)}
      failure={failure !== null && <ErrorBlock messages={[errorWords(failure)]} />}
      layout={(question, buttons) => (
        <Page title={title} back={back} footer={buttons}>
          <div className="space-y-6">
            <Card tone="sunken">
              <ProductTitle scan={scan} />
            </Card>
            {question}
          </div>
        </Page>
      )}
    />
  );
}
