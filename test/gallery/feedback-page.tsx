import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { illustrationNames } from '#src/ui/media/illustration/drawings.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { PointsNumber } from '#src/ui/points-number.tsx';
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { Skeleton, SkeletonCard, SkeletonRow, SkeletonText } from '#src/ui/feedback/skeleton.tsx';
import { SyncMark } from '#src/ui/feedback/sync-mark.tsx';
import type { GalleryPageProps } from './gallery-texts.ts';

export function FeedbackPage({ texts, language }: GalleryPageProps) {
  const [isBannerVisible, setBannerVisible] = useState(true);
  const [points, setPoints] = useState(0);
  const format = (number: number) => new Intl.NumberFormat(language).format(number);
  return (
    <Page title={texts.nav[3]} width="wide">
      <div className="space-y-7">
        <Banners
          texts={texts}
          isVisible={isBannerVisible}
          onDismiss={() => setBannerVisible(false)}
        />
        <Section title="Progress">
          <Card className="space-y-5">
            <ProgressBar label={texts.sending} value={14} max={120} countText={texts.sent} />
            <ProgressBar label={texts.waiting} tone="good" value={120} max={120} />
            <ProgressBar label={texts.waiting} />
          </Card>
          <Card>
            <PointsNumber value={points} format={format} unit={texts.points} />
            <div className="mt-3">
              <Button icon={<RefreshCw />} variant="secondary" onClick={() => setPoints(2480)}>
                Count
              </Button>
            </div>
            <div className="mt-3 flex flex-wrap gap-4">
              <PointsNumber value={1240} format={format} unit={texts.points} size="heading" />
              <PointsNumber value={340} format={format} unit={texts.points} size="title" />
            </div>
          </Card>
          <div className="flex flex-wrap items-center gap-4">
            <SyncMark state="waiting" label={texts.waiting} />
            <SyncMark state="sending" label={texts.sending} />
            <SyncMark
              state="refused"
              label={texts.rejected}
              onPress={() => setBannerVisible(true)}
            />
          </div>
        </Section>
        <Section title="Loading">
          <Skeleton label="Loading">
            <SkeletonCard />
            <SkeletonRow />
            <SkeletonRow />
            <SkeletonText lines={3} />
          </Skeleton>
        </Section>
        <EmptyStates texts={texts} />
      </div>
    </Page>
  );
}

type WithTexts = Pick<GalleryPageProps, 'texts'>;

interface BannersProps extends WithTexts {
  /** True until the dismissible banner is dismissed. */
  isVisible: boolean;
  onDismiss: () => void;
}

function Banners({ texts, isVisible, onDismiss }: BannersProps) {
  return (
    <div className="grid gap-3 desk:grid-cols-2">
      <Banner tone="info" title={texts.emptyScans}>
        {texts.emptyScansText}
      </Banner>
      <Banner tone="good">{texts.sent}</Banner>
      <Banner
        tone="warn"
        title={texts.inReview}
        action={<Button variant="secondary">{texts.save}</Button>}
      >
        {texts.removeText}
      </Banner>
      {isVisible && (
        <Banner tone="bad" title={texts.rejected} onDismiss={onDismiss} dismissLabel="Dismiss">
          {texts.error}
        </Banner>
      )}
      <Banner tone="offline" title={texts.offlineTitle}>
        {texts.offlineText}
      </Banner>
      <ErrorBlock title={texts.rejected} messages={[texts.error, texts.disabledReason]} />
      <ErrorBlock messages={[texts.error]} />
    </div>
  );
}

function EmptyStates({ texts }: WithTexts) {
  return (
    <div className="grid gap-3 desk:grid-cols-3">
      {illustrationNames.map((drawing) => (
        <Card key={drawing}>
          <EmptyState
            drawing={drawing}
            title={texts.emptyScans}
            action={<Button>{texts.addProduct}</Button>}
          >
            {texts.emptyScansText}
          </EmptyState>
        </Card>
      ))}
    </div>
  );
}
