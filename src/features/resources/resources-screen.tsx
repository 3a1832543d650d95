import { Trans, useLingui } from '@lingui/react/macro';
import { BookOpen, Globe, MessageCircleQuestionMark, Ruler, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  contentInLanguage,
  type ContentDocument,
  altTextIn,
  VIDEO_PROVIDER,
} from '#schemas/content.ts';
import { regionalLinks, type BrandLink } from '#src/app/brand-links.ts';
import { useRegionalSettings } from '#src/data/account/use-regional-settings.ts';
import { useIdentity } from '#src/data/account/use-session.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useLastDefined } from '#src/data/live/use-last-defined.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { EmptyList } from '#src/features/_shared/listing/empty-list.tsx';
import { pagedView } from '#src/features/_shared/listing/list-search.ts';
import { useListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { latestTutorials } from '#src/features/news/queries.ts';
import { TutorialCard } from '#src/parts/tutorial-card.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { ExternalLinkRow } from '#src/ui/lists/external-link-row.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { ContentPicture } from '#src/ui/media/content-picture.tsx';

/** `/resources`: the manufacturer's web pages for the country, and tutorials (spec 2 §2). */
export function ResourcesScreen() {
  const { t } = useLingui();
  usePageTitle(t`Resources`);
  return (
    <Page title={<Trans>Resources</Trans>}>
      <div className="space-y-7">
        <Links />
        <Section title={<Trans>Tutorials</Trans>}>
          <Tutorials />
        </Section>
      </div>
    </Page>
  );
}

const linkLabels: Record<BrandLink['id'], { title: ReactNode; icon: ReactNode }> = {
  website: { title: <Trans>Website</Trans>, icon: <Globe /> },
  technical: { title: <Trans>Installation instructions</Trans>, icon: <Ruler /> },
  catalogue: { title: <Trans>Product catalogue</Trans>, icon: <BookOpen /> },
  contact: { title: <Trans>Contact</Trans>, icon: <MessageCircleQuestionMark /> },
};

function Links() {
  const { t } = useLingui();
  const identity = useIdentity();
  const links = useRegionalSettings()?.links;
  if (!identity) return null;
  return (
    <List label={t`Web pages`}>
      {regionalLinks(identity.region, links).map(({ id, href }) => (
        <ExternalLinkRow key={id} href={href} {...linkLabels[id]} />
      ))}
    </List>
  );
}

const PAGE_SIZE = 40;

/** Installation tutorials, newest first, 40 per page (spec 2 §9). */
function Tutorials() {
  const { t } = useLingui();
  const { view, change } = useListSearch('/resources', pagedView);
  const limit = view.page * PAGE_SIZE;
  const tutorials = useLastDefined(
    useLiveQuery((account) => latestTutorials(account, limit + 1), [limit]),
  );
  if (!tutorials || tutorials.length === 0) {
    return (
      <EmptyList
        collection="contents"
        isReading={!tutorials}
        skeleton={
          <Skeleton label={t`Loading the tutorials`}>
            <SkeletonCard lines={3} />
          </Skeleton>
        }
        offlineText={<Trans>The tutorials appear here once you’re online.</Trans>}
        headingLevel={3}
      >
        <EmptyState drawing="search-none" headingLevel={3} title={<Trans>No tutorials yet</Trans>}>
          <Trans>Installation videos appear here.</Trans>
        </EmptyState>
      </EmptyList>
    );
  }
  return (
    <div className="space-y-3">
      <ul aria-label={t`Tutorials`} className="space-y-3">
        {tutorials.slice(0, limit).map((tutorial) => (
          <Tutorial key={tutorial.uuid} tutorial={tutorial} />
        ))}
      </ul>
      {tutorials.length > limit && (
        <Button
          variant="secondary"
          fullWidth
          onClick={() => change({ page: view.page + 1 }, { replace: true })}
        >
          <Trans>Show older</Trans>
        </Button>
      )}
    </div>
  );
}

/** One tutorial in the user’s language. */
function Tutorial({ tutorial }: { tutorial: ContentDocument }) {
  const { i18n } = useLingui();
  const content = contentInLanguage(tutorial, i18n.locale);
  if (!content) return null;
  const { title, text, youtube, language } = content;
  const { media } = tutorial;
  const picture = media && <ContentPicture src={media.l} alt={altTextIn(media, language)} />;
  return (
    <TutorialCard
      title={title}
      html={text}
      media={youtube === null ? picture : <Video id={youtube} title={title} picture={picture} />}
    />
  );
}

interface VideoProps {
  /** Video id at the provider. */
  id: string;
  title: string;
  /** Shown until playback starts. */
  picture: ReactNode;
}

/** Embedded video. Requests nothing from the provider before the user presses play. */
function Video({ id, title, picture }: VideoProps) {
  const { t } = useLingui();
  const isOffline = useConnection() !== 'online';
  const [isPlaying, setIsPlaying] = useState(false);
  if (isPlaying) return <Player id={id} title={title} />;
  return (
    <div className="space-y-2">
      {picture && !isOffline ? (
        <button
          type="button"
          aria-label={t`Play video: ${title}`}
          onClick={() => setIsPlaying(true)}
          className="relative block min-h-40 w-full overflow-hidden rounded-card bg-surface-sunken"
        >
          {picture}
          <span
            aria-hidden="true"
            className="absolute inset-0 m-auto grid size-16 place-items-center rounded-full bg-slate text-slate-ink"
          >
            <Play className="size-7 ms-1" />
          </span>
        </button>
      ) : (
        <>
          {picture}
          <Button
            variant="secondary"
            fullWidth
            icon={<Play />}
            aria-label={t`Play video: ${title}`}
            disabledReason={isOffline && t`You’re offline. Connect to watch the video.`}
            onClick={() => setIsPlaying(true)}
          >
            <Trans>Play video</Trans>
          </Button>
        </>
      )}
      <p className="text-small text-ink-soft">
        <Trans>
          This video is on YouTube. If you play it, YouTube will know you’ve watched it.
        </Trans>
      </p>
    </div>
  );
}

function Player({ id, title }: Pick<VideoProps, 'id' | 'title'>) {
  return (
    <iframe
      title={title}
      src={`${VIDEO_PROVIDER}/embed/${id}?autoplay=1&rel=0`}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      // The provider doesn't play videos without a referrer.
      referrerPolicy="strict-origin-when-cross-origin"
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      className="aspect-video w-full rounded-card bg-surface-sunken"
    />
  );
}
