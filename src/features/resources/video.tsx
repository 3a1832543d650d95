import { Trans, useLingui } from '@lingui/react/macro';
import { Play } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { VIDEO_PROVIDER } from '#schemas/content.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { Button } from '#src/ui/button.tsx';

interface VideoProps {
  /** Video id at the provider. */
  id: string;
  title: string;
  /** Shown until playback starts. */
  picture: ReactNode;
}

/** Embedded video. Nothing is requested from the provider before the person presses play. */
export function Video({ id, title, picture }: VideoProps) {
  const { t } = useLingui();
  const isOffline = useConnection() !== 'online';
  const [isPlaying, setIsPlaying] = useState(false);
  if (isPlaying) return <Player id={id} title={title} />;
  return (
    <div className="space-y-2">
      {picture && !isOffline ? (
        <button
          type="button"
          aria-label={t`Play the video: ${title}`}
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
            aria-label={t`Play the video: ${title}`}
            disabledReason={isOffline && t`You are offline. The video needs a network.`}
            onClick={() => setIsPlaying(true)}
          >
            <Trans>Play the video</Trans>
          </Button>
        </>
      )}
      <p className="text-small text-ink-soft">
        <Trans>It comes from YouTube, which learns then that you watch it.</Trans>
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
      // The provider refuses to play without a referrer.
      referrerPolicy="strict-origin-when-cross-origin"
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      className="aspect-video w-full rounded-card bg-surface-sunken"
    />
  );
}
