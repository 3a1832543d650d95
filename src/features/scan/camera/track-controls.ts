import { STALLED_AFTER_MS } from './scan-constants.ts';

/** Zoom range of a camera track, and its current zoom. */
export interface ZoomRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
}

/** Image Capture extensions, missing from TypeScript's types. */
interface ImagingCapabilities {
  readonly torch?: boolean | readonly boolean[];
  readonly zoom?: { readonly min: number; readonly max: number; readonly step?: number };
  readonly focusMode?: readonly string[];
}
interface ImagingSettings {
  torch?: boolean;
  zoom?: number;
  focusMode?: string;
}

type ControlledTrack = Pick<MediaStreamTrack, 'applyConstraints'> & {
  // Missing in older Firefox.
  readonly getCapabilities?: () => object;
  readonly getSettings: () => object;
};

export interface TrackControls {
  readonly hasTorch: boolean;
  /** Rejects if the device doesn't comply. */
  setTorch(on: boolean): Promise<void>;
  readonly zoom: ZoomRange | null;
  setZoom(value: number): Promise<void>;
  /** Turns on continuous autofocus if supported, because the distance to labels changes. */
  focusContinuously(): Promise<void>;
}

/** Default zoom step. */
const ZOOM_STEP = 0.1;

export function createTrackControls(track: ControlledTrack): TrackControls {
  const capabilities: ImagingCapabilities = track.getCapabilities?.() ?? {};
  const settings: ImagingSettings = track.getSettings();
  let requestedSettings: ImagingSettings = {};

  // Each call replaces all earlier constraints, so they are sent again. There is one set per constraint, because a set
  // applies as a whole or not at all.
  const apply = async (change: ImagingSettings) => {
    const previous = requestedSettings;
    requestedSettings = { ...requestedSettings, ...change };
    const constraintSets = Object.entries(requestedSettings).map(([name, value]) => ({
      [name]: value,
    }));
    try {
      await track.applyConstraints({ advanced: constraintSets });
    } catch (error) {
      requestedSettings = previous;
      throw error;
    }
  };

  return {
    hasTorch: supportsTorch(capabilities.torch),
    setTorch: (on) => apply({ torch: on }),
    zoom: toZoomRange(capabilities.zoom, settings.zoom),
    setZoom: (value) => apply({ zoom: value }),
    async focusContinuously() {
      if (capabilities.focusMode?.includes('continuous')) await apply({ focusMode: 'continuous' });
    },
  };
}

/** The specification defines a list of possible values, but Chromium reports a boolean. */
function supportsTorch(torch: ImagingCapabilities['torch']): boolean {
  return typeof torch === 'object' ? torch.includes(true) : torch === true;
}

function toZoomRange(
  range: ImagingCapabilities['zoom'],
  value: number | undefined,
): ZoomRange | null {
  if (range === undefined || range.max <= range.min) return null;
  return {
    min: range.min,
    max: range.max,
    step: range.step !== undefined && range.step > 0 ? range.step : ZOOM_STEP,
    value: value ?? range.min,
  };
}

/** Reports a track that has ended, or stays muted (by another app or a call) for STALLED_AFTER_MS. */
export function watchTrack(
  track: MediaStreamTrack,
  onInterrupted: () => void,
  signal: AbortSignal,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onUnmute = () => clearTimeout(timer);
  const onMute = () => {
    clearTimeout(timer);
    timer = setTimeout(onInterrupted, STALLED_AFTER_MS);
  };
  track.addEventListener('ended', onInterrupted, { signal });
  track.addEventListener('mute', onMute, { signal });
  track.addEventListener('unmute', onUnmute, { signal });
  signal.addEventListener('abort', onUnmute, { once: true });
  if (track.muted) onMute();
}
