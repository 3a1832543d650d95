import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type DecisionKind, reviewCalls, type SamePhoto } from '#schemas/operator/review-calls.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { runWhenFocused } from '#console/data/run-when-focused.ts';
import { useReleaseOnLeave } from '#console/data/queue-claims.ts';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { useOfflineReason } from '#console/data/use-online.ts';
import { announce } from '#src/ui/feedback/announce.tsx';
import { SmallActionButton } from '#console/parts/action-button.tsx';
import { toolButtonClass } from '#console/parts/drop-down.tsx';
import { IndexSkeleton } from '#console/parts/index-table/index-states.tsx';
import { Keys } from '#console/parts/palette/palette.tsx';
import { usePaletteActions } from '#console/parts/palette/palette-actions.ts';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { useCountry } from '#console/parts/use-country.ts';
import { useUrlState } from '#console/parts/url-state.ts';
import { useShortcuts } from '#console/parts/shortcuts.ts';
import { timeText } from '#console/parts/country-and-time.ts';
import { ProductFacts } from './product-facts.tsx';
import { ReadOnlyQueue } from './read-only-queue.tsx';
import { ReasonBar } from './reason-bar.tsx';
import { CompareSheet } from './compare-sheet.tsx';
import { ReviewPhoto } from './review-photo.tsx';
import { reviewSearch } from './review-search.ts';
import type { Reason } from './review-texts.ts';
import { type Counts, useReview } from './use-review.ts';

/** Number of photos loaded and decoded in advance. */
const PRELOADED_PHOTOS = 10;

/** Reviews products of the selected country one after another, with keyboard or mouse. */
export function ReviewScreen() {
  const country = useCountry();
  const decidableRegions = regionsWithRight(useSession(), 'review.decide');
  const canDecide =
    country === undefined ? decidableRegions.length > 0 : decidableRegions.includes(country);
  const [{ overdue }] = useUrlState(reviewSearch);
  const isOverdue = overdue === '1';
  if (!canDecide || isOverdue)
    return (
      <ReadOnlyQueue
        key={`${country ?? 'all'} ${isOverdue}`}
        {...{ country, isOverdue, canDecide }}
      />
    );
  // Each country has its own queue.
  return <ReviewQueue key={country ?? 'all'} country={country} />;
}

function ReviewQueue({ country }: { readonly country: RegionId | undefined }) {
  const { t } = useLingui();
  const review = useReview(country);
  useReleaseOnLeave('scan');
  const [product, ...nextProducts] = review.products;
  const { project } = review;
  const reasons = useOperatorQuery(reviewCalls.listReviewReasons, {});
  const checkNetwork = useNetworkCheck();
  const [chosenKind, setChosenKind] = useState<Exclude<DecisionKind, 'accept'> | null>(null);
  const [samePhoto, setSamePhoto] = useState<SamePhoto | null>(null);
  const countryReasons =
    reasons.data?.data.find(({ region }) => region === project?.region)?.reasons ?? [];
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // If the focused element was removed together with its product or the reason bar, the focus is on the body.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [product?.scan, chosenKind]);

  const requestPhoto = () => {
    const code = findOnlyPhotoReason(countryReasons);
    if (product && code) review.decide(product, 'request_photo', { code });
    else if (product) setChosenKind('request_photo');
  };
  const confirmDecision = (reason: Reason, note?: string) => {
    if (!product || !chosenKind || !checkNetwork()) return;
    review.decide(product, chosenKind, { code: reason.code, ...(note && { note }) });
    setChosenKind(null);
  };
  const actions: readonly Action[] = [
    { keys: 'a', title: t`Accept`, run: () => product && review.decide(product, 'accept') },
    { keys: 'x', title: t`Reject`, run: () => product && setChosenKind('reject') },
    {
      keys: 'q',
      title: t`Request a new photo`,
      run: requestPhoto,
    },
    { keys: 's', title: t`Skip`, run: () => product && review.skip(product) },
    { keys: 'u', title: t`Undo`, run: () => void review.undo() },
    {
      keys: 'Enter',
      title: t`Accept the rest of the project without signals`,
      run: () => void (project && review.acceptRest(project)),
    },
  ];
  const isOnControl = () => document.activeElement?.matches('button, a, input, summary') ?? false;
  useShortcuts({
    ...Object.fromEntries(
      actions.map(({ keys, run }) => [
        keys,
        () => {
          // While a reason is being chosen, no other action runs. Enter activates a focused control instead.
          if (chosenKind || (keys === 'Enter' && isOnControl())) return false;
          if (checkNetwork()) run();
          return true;
        },
      ]),
    ),
    Escape: () => setChosenKind(null),
  });
  usePaletteActions(actions.map((action) => ({ ...action, id: `review-${action.keys}` })));
  const nextPhotos = nextProducts.slice(0, PRELOADED_PHOTOS).flatMap(({ photo }) => photo ?? []);
  return (
    <ScreenPage title={<Trans>Review</Trans>} description={<SessionCounts {...review.counts} />}>
      <div
        ref={heading}
        tabIndex={-1}
        className="flex min-h-0 flex-1 flex-col gap-3 p-4 outline-none"
      >
        {review.notice && <Banner tone="info">{review.notice}</Banner>}
        {product ? (
          <>
            <ActionBar actions={actions} />
            {chosenKind && (
              <ReasonBar
                key={`${product.scan} ${chosenKind}`}
                kind={chosenKind}
                reasons={countryReasons}
                onChoose={confirmDecision}
                onCancel={() => setChosenKind(null)}
              />
            )}
            <div className="grid gap-4 desk:min-h-0 desk:flex-1 desk:grid-cols-[2fr_1fr] desk:grid-rows-[minmax(0,1fr)]">
              <ReviewPhoto
                photo={product.photo}
                nextPhotos={nextPhotos}
                label={t`Photo of ${product.serial_number ?? product.type}`}
              />
              <ProductFacts product={product} project={project} onCompare={setSamePhoto} />
            </div>
          </>
        ) : (
          <EmptyQueue review={review} country={country} />
        )}
      </div>
      {product && (
        <CompareSheet product={product} other={samePhoto} onClose={() => setSamePhoto(null)} />
      )}
    </ScreenPage>
  );
}

/**
 * Returns a function that returns false and announces a message while offline. It's for keyboard shortcuts; buttons are
 * disabled instead.
 */
function useNetworkCheck(): () => boolean {
  const offlineReason = useOfflineReason();
  return () => {
    if (offlineReason !== undefined) announce(offlineReason, 'assertive');
    return offlineReason === undefined;
  };
}

/**
 * Returns the code of the country's only reason for a new photo, which is used without asking. Returns null if there
 * are none or several, or if the reason needs a note.
 */
function findOnlyPhotoReason(reasons: readonly Reason[]): string | null {
  const [onlyReason, ...otherReasons] = reasons.filter(({ allows_new_photo }) => allows_new_photo);
  return onlyReason && otherReasons.length === 0 && !onlyReason.needs_note ? onlyReason.code : null;
}

interface Action {
  readonly keys: string;
  readonly title: string;
  readonly run: () => void;
}

/** Action buttons with their keys. */
function ActionBar({ actions }: { readonly actions: readonly Action[] }) {
  const { t } = useLingui();
  return (
    <div role="toolbar" aria-label={t`Decision`} className="flex flex-wrap gap-2">
      {actions.map(({ keys, title, run }) => (
        <SmallActionButton
          key={keys}
          className={`${toolButtonClass} bg-surface-raised card-rise`}
          aria-keyshortcuts={keys}
          onClick={run}
        >
          {title} <Keys isHidden>{keys}</Keys>
        </SmallActionButton>
      ))}
    </div>
  );
}

function SessionCounts({ accept, reject, request_photo, skip }: Counts) {
  return (
    <Trans>
      This session: accepted {accept}, rejected {reject}, new photos {request_photo}, skipped {skip}
    </Trans>
  );
}

/** Shows when the last product arrived, and fetches new products once they arrive. */
function EmptyQueue({
  review: { state, readMore },
  country,
}: {
  readonly review: Pick<ReturnType<typeof useReview>, 'state' | 'readMore'>;
  readonly country: RegionId | undefined;
}) {
  const onRead = () => void readMore();
  const { t, i18n } = useLingui();
  const queue = useOperatorQuery(reviewCalls.getReviewQueue, {}, { fresh: 'queue' });
  const countryQueues = (queue.data?.data ?? []).filter(
    ({ region }) => country === undefined || region === regionCodeOf(country),
  );
  const waitingCount = countryQueues.reduce((sum, part) => sum + part.waiting, 0);
  // If other reviewers have claimed all new products, the queue stays empty until the next change.
  const readArrived = useEffectEvent(() => {
    if (state === 'ready' && waitingCount > 0) onRead();
  });
  // Fetching products claims them, so that no one else can decide on them. Therefore wait until the reviewer is back at
  // the screen.
  useEffect(() => runWhenFocused(() => readArrived()), [queue.dataUpdatedAt]);
  if (state === 'loading') return <IndexSkeleton label={t`Loading the list`} />;
  const times = countryQueues.flatMap(({ last_submitted_at }) => last_submitted_at ?? []);
  const lastTime = times.toSorted().at(-1);
  const action = (
    <Button variant="secondary" onClick={onRead}>
      <Trans>Look again</Trans>
    </Button>
  );
  if (state === 'failed') {
    return (
      <EmptyState
        drawing="offline"
        title={<Trans>The queue can’t be read</Trans>}
        action={action}
      />
    );
  }
  return (
    <EmptyState drawing="all-sent" title={<Trans>Nothing to review</Trans>} action={action}>
      {lastTime ? (
        <Trans>
          The last project arrived {timeText(i18n, lastTime)}. Other reviewers may have products
          open.
        </Trans>
      ) : (
        <Trans>No project arrived in the last 30 days.</Trans>
      )}
    </EmptyState>
  );
}
