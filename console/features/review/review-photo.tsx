import { Trans, useLingui } from '@lingui/react/macro';
import { Contrast, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { type CSSProperties, type PointerEvent, useRef, useState, type WheelEvent } from 'react';
import { toolButtonClass } from '#console/parts/drop-down.tsx';
import { useShortcuts } from '#console/parts/shortcuts.ts';

export const photoUrl = (photo: string) => `/api/operator/v1/review/photo/${photo}`;

interface View {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
  readonly quarterTurns: number;
  readonly isInverted: boolean;
  readonly brightness: number;
}
const initialView: View = {
  zoom: 1,
  x: 0,
  y: 0,
  quarterTurns: 0,
  isInverted: false,
  brightness: 100,
};
const MAX_ZOOM = 8;
const ZOOM_STEP = 1.25;
/** Delays between attempts to reload a photo, in milliseconds. Together they last longer than a server restart. */
const RETRY_DELAYS_MS = [500, 1000, 2000, 4000, 8000];

interface ReviewPhotoProps {
  readonly photo: string | null;
  /** The next photos, decoded in advance. */
  readonly nextPhotos: readonly string[];
  readonly label: string;
}

/** A product's photo, which can be zoomed at the pointer, moved, rotated, inverted and brightened. */
export function ReviewPhoto({ photo, nextPhotos, label }: ReviewPhotoProps) {
  const { t } = useLingui();
  const [view, setView] = useState(initialView);
  const frame = useRef<HTMLDivElement>(null);
  const drag = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const [shownPhoto, setShownPhoto] = useState(photo);
  // A new photo starts unzoomed and upright.
  if (shownPhoto !== photo) {
    setShownPhoto(photo);
    setView(initialView);
  }
  const change = (changes: Partial<View>) => setView((before) => ({ ...before, ...changes }));

  /** Zooms around a point; by default, the centre. */
  const zoomBy = (factor: number, at?: { readonly clientX: number; readonly clientY: number }) =>
    setView((before) => {
      const zoom = Math.min(MAX_ZOOM, Math.max(1, before.zoom * factor));
      if (zoom === 1) return { ...before, zoom, x: 0, y: 0 };
      const box = frame.current?.getBoundingClientRect();
      const [x, y] =
        box && at
          ? [at.clientX - box.x - box.width / 2, at.clientY - box.y - box.height / 2]
          : [0, 0];
      const ratio = zoom / before.zoom;
      return { ...before, zoom, x: x - (x - before.x) * ratio, y: y - (y - before.y) * ratio };
    });
  const turn = () =>
    setView((before) => ({ ...before, quarterTurns: (before.quarterTurns + 1) % 4 }));
  const invert = () => setView((before) => ({ ...before, isInverted: !before.isInverted }));
  useShortcuts({
    '+': () => zoomBy(ZOOM_STEP),
    '-': () => zoomBy(1 / ZOOM_STEP),
    r: turn,
    i: invert,
  });
  const move = ({ clientX, clientY }: PointerEvent) => {
    const dragStart = drag.current;
    if (!dragStart) return;
    drag.current = { x: clientX, y: clientY };
    setView((before) => ({
      ...before,
      x: before.x + clientX - dragStart.x,
      y: before.y + clientY - dragStart.y,
    }));
  };
  const style = {
    transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom}) rotate(${view.quarterTurns * 90}deg)`,
    filter: `brightness(${view.brightness}%) invert(${view.isInverted ? 1 : 0})`,
  };
  return (
    <section aria-label={t`Photo`} className="flex min-h-0 min-w-0 flex-col gap-2">
      <div
        ref={frame}
        className="relative min-h-80 flex-1 touch-none overflow-hidden rounded-card bg-surface-sunken"
        onWheel={(event: WheelEvent) => zoomBy(event.deltaY < 0 ? ZOOM_STEP : 1 / ZOOM_STEP, event)}
        onPointerDown={(event) => {
          drag.current = { x: event.clientX, y: event.clientY };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={move}
        onPointerUp={() => (drag.current = null)}
      >
        {photo === null ? (
          <p className="grid h-full place-items-center text-ink-soft">
            <Trans>This product has no photo.</Trans>
          </p>
        ) : (
          // Elements are keyed by photo, so that a decoded photo appears immediately.
          [photo, ...nextPhotos.filter((other) => other !== photo)].map((loadedPhoto) => (
            <PhotoImage
              key={loadedPhoto}
              photo={loadedPhoto}
              label={loadedPhoto === photo ? label : null}
              style={loadedPhoto === photo ? style : { visibility: 'hidden' }}
            />
          ))
        )}
      </div>
      <PhotoTools view={view} zoomBy={zoomBy} turn={turn} invert={invert} change={change} />
    </section>
  );
}

/** Decodes a photo once when its element mounts, not on every render. */
const decodeAhead = (image: HTMLImageElement | null) => void image?.decode().catch(() => undefined);

interface PhotoImageProps {
  readonly photo: string;
  /** Null for a photo that isn't shown yet. */
  readonly label: string | null;
  readonly style: CSSProperties;
}

/** A photo that is requested again if it couldn't be loaded, for example during a server restart. */
function PhotoImage({ photo, label, style }: PhotoImageProps) {
  const [attempt, setAttempt] = useState(0);
  const retry = () => {
    const waitMs = RETRY_DELAYS_MS[attempt];
    if (waitMs !== undefined) setTimeout(() => setAttempt(attempt + 1), waitMs);
  };
  return (
    <img
      // Only a new element reloads the photo.
      key={attempt}
      ref={decodeAhead}
      src={photoUrl(photo)}
      alt={label ?? ''}
      aria-hidden={label === null}
      draggable={false}
      className="absolute inset-0 size-full object-contain"
      style={style}
      onError={retry}
    />
  );
}

interface PhotoToolsProps {
  readonly view: View;
  readonly zoomBy: (factor: number) => void;
  readonly turn: () => void;
  readonly invert: () => void;
  readonly change: (changes: Partial<View>) => void;
}

/** Buttons that do the same as the mouse wheel and the keys, and a slider for the brightness. */
function PhotoTools({ view, zoomBy, turn, invert, change }: PhotoToolsProps) {
  const { t } = useLingui();
  return (
    <div role="toolbar" aria-label={t`Photo`} className="flex flex-wrap items-center gap-1">
      <button type="button" className={toolButtonClass} onClick={() => zoomBy(ZOOM_STEP)}>
        <ZoomIn /> <Trans>Zoom in</Trans>
      </button>
      <button type="button" className={toolButtonClass} onClick={() => zoomBy(1 / ZOOM_STEP)}>
        <ZoomOut /> <Trans>Zoom out</Trans>
      </button>
      <button type="button" className={toolButtonClass} onClick={turn}>
        <RotateCw /> <Trans>Rotate</Trans>
      </button>
      <button
        type="button"
        className={toolButtonClass}
        aria-pressed={view.isInverted}
        onClick={invert}
      >
        <Contrast /> <Trans>Invert</Trans>
      </button>
      <label className="flex items-center gap-2 px-2 text-small font-semibold">
        <Trans>Brightness</Trans>
        <input
          type="range"
          min={40}
          max={240}
          value={view.brightness}
          className="h-tool"
          onChange={(event) => change({ brightness: Number(event.target.value) })}
        />
      </label>
    </div>
  );
}
