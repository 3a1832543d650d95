import { useLingui } from '@lingui/react/macro';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useRef, type ReactNode } from 'react';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import type { ViewerPicture } from '#src/ui/media/viewer/picture-viewer.tsx';

const PictureViewer = lazy(async () => ({
  default: (await import('#src/ui/media/viewer/picture-viewer.tsx')).PictureViewer,
}));

interface EnlargedPicturesProps {
  /** Identifies the group on its screen. */
  group: string;
  pictures: readonly ViewerPicture[];
  /** Renders the images; `open` enlarges the one at an index. */
  children: (open: (index: number) => void) => ReactNode;
}

/** The enlarged image, stored in the history entry so that Back closes it. */
interface EnlargedState {
  readonly enlarged?: { readonly group: string; readonly index: number };
}

/** Images that can be enlarged. Loads the viewer on first use. */
export function EnlargedPictures({ group, pictures, children }: EnlargedPicturesProps) {
  const navigate = useNavigate();
  const router = useRouter();
  const enlargedPicture = useLocation({ select: ({ state }) => (state as EnlargedState).enlarged });
  const index = enlargedPicture?.group === group ? enlargedPicture.index : null;
  const open = (pictureIndex: number) =>
    void navigate({
      to: '.',
      search: true,
      resetScroll: false,
      state: (state) => ({ ...state, enlarged: { group, index: pictureIndex } }),
    });
  return (
    <>
      {children(open)}
      {index !== null && (
        <Suspense>
          <Viewer pictures={pictures} firstIndex={index} onClose={() => router.history.back()} />
        </Suspense>
      )}
    </>
  );
}

interface ViewerProps {
  pictures: readonly ViewerPicture[];
  firstIndex: number;
  onClose: () => void;
}

function Viewer({ onClose, ...viewerProps }: ViewerProps) {
  const { t } = useLingui();
  const isClosing = useRef(false);
  const isOffline = useConnection() !== 'online';
  return (
    <PictureViewer
      {...viewerProps}
      onClose={() => {
        // A second press before the navigation completes would leave the screen.
        if (!isClosing.current) onClose();
        isClosing.current = true;
      }}
      labels={{
        title: t`Pictures`,
        close: t`Close`,
        previous: t`Previous picture`,
        next: t`Next picture`,
        zoomIn: t`Zoom in`,
        zoomOut: t`Zoom out`,
        missing: isOffline
          ? t`You’re offline. Connect to see this picture.`
          : t`This picture can’t be loaded. Try again later.`,
      }}
    />
  );
}

interface EnlargeButtonProps {
  /** The button's accessible name, including the image's name or number. */
  label: string;
  onPress: () => void;
  className?: string;
  children: ReactNode;
}

/** Puts an enlarge button over an image, which keeps its own accessible name. */
export function EnlargeButton({ label, onPress, className = '', children }: EnlargeButtonProps) {
  return (
    <span className={`relative block ${className}`}>
      {children}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={label}
        onClick={onPress}
        className="absolute inset-0 size-full cursor-zoom-in rounded-control -outline-offset-3!"
      />
    </span>
  );
}
