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
import type { GalleryPageProps } from './gallery.tsx';

export function FeedbackPage({ words, language }: GalleryPageProps) {
  const [shown, setShown] = useState(true);
  const [points, setPoints] = useState(0);
  const format = (number: number) => new Intl.NumberFormat(language).format(number);
  return (
    <Page title={words.nav[3]} width="wide">
      <div className="space-y-7">
        <Banners words={words} shown={shown} onDismiss={() => setShown(false)} />
        <Section title="Progress">
          <Card className="space-y-5">
            <ProgressBar label={words.sending} value={14} max={120} countText={words.sent} />
            <ProgressBar label={words.waiting} tone="good" value={120} max={120} />
            <ProgressBar label={words.waiting} />
          </Card>
          <Card>
            <PointsNumber value={points} format={format} unit={words.points} />
            <div className="mt-3">
              <Button icon={<RefreshCw />} variant="secondary" onClick={() => setPoints(2480)}>
                Count
              </Button>
            </div>
            <div className="mt-3 flex flex-wrap gap-4">
              <PointsNumber value={1240} format={format} unit={words.points} size="heading" />
              <PointsNumber value={340} format={format} unit={words.points} size="title" />
            </div>
          </Card>
          <div className="flex flex-wrap items-center gap-4">
            <SyncMark state="waiting" label={words.waiting} />
            <SyncMark state="sending" label={words.sending} />
            <SyncMark state="refused" label={words.refused} onPress={() => setShown(true)} />
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
        <EmptyStates words={words} />
      </div>
    </Page>
  );
}

type WithWords = Pick<GalleryPageProps, 'words'>;

interface BannersProps extends WithWords {
  /** True until the dismissible banner is dismissed. */
  shown: boolean;
  onDismiss: () => void;
}

function Banners({ words, shown, onDismiss }: BannersProps) {
  return (
    <div className="grid gap-3 desk:grid-cols-2">
      <Banner tone="info" title={words.emptyScans}>
        {words.emptyScansText}
      </Banner>
      <Banner tone="good">{words.sent}</Banner>
      <Banner
        tone="warn"
        title={words.inReview}
        action={<Button variant="secondary">{words.save}</Button>}
      >
        {words.removeText}
      </Banner>
      {shown && (
        <Banner tone="bad" title={words.refused} onDismiss={onDismiss} dismissLabel="Dismiss">
          {words.error}
        </Banner>
      )}
      <Banner tone="offline" title={words.offlineTitle}>
        {words.offlineText}
      </Banner>
      <ErrorBlock title={words.refused} messages={[words.error, words.disabledReason]} />
      <ErrorBlock messages={[words.error]} />
    </div>
  );
}

function EmptyStates({ words }: WithWords) {
  return (
    <div className="grid gap-3 desk:grid-cols-3">
      {illustrationNames.map((drawing) => (
        <Card key={drawing}>
          <EmptyState
            drawing={drawing}
            title={words.emptyScans}
            action={<Button>{words.addProduct}</Button>}
          >
            {words.emptyScansText}
          </EmptyState>
        </Card>
      ))}
    </div>
  );
}
