/** Light, zoom and focus of a camera's track. */

export interface ZoomRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
}

/** What the image-capture extension adds; TypeScript's own types do not know it. */
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

export type ControlledTrack = Pick<MediaStreamTrack, 'applyConstraints'> & {
  // Missing in older Firefox.
  readonly getCapabilities?: () => object;
  readonly getSettings: () => object;
};

export interface TrackControls {
  readonly hasTorch: boolean;
  /** Rejects where the device will not. */
  setTorch(on: boolean): Promise<void>;
  readonly zoom: ZoomRange | null;
  setZoom(value: number): Promise<void>;
  /** Focuses by itself all the time, where the camera can: labels come nearer and go away. */
  focusContinuously(): Promise<void>;
}

/** Without a step of its own a zoom slides in tenths. */
const ZOOM_STEP = 0.1;

export function trackControls(track: ControlledTrack): TrackControls {
  const capabilities: ImagingCapabilities = track.getCapabilities?.() ?? {};
  const settings: ImagingSettings = track.getSettings();
  let wanted: ImagingSettings = {};

  // Applying replaces all that was asked before, so everything is asked again each time; each in a
  // set of its own, since a set that can't be had in full is not had at all.
  const want = async (change: ImagingSettings) => {
    const before = wanted;
    wanted = { ...wanted, ...change };
    const advanced = Object.entries(wanted).map(([name, value]) => ({ [name]: value }));
    try {
      await track.applyConstraints({ advanced });
    } catch (error) {
      wanted = before;
      throw error;
    }
  };

  return {
    hasTorch: canTorch(capabilities.torch),
    setTorch: (on) => want({ torch: on }),
    zoom: zoomRange(capabilities.zoom, settings.zoom),
    setZoom: (value) => want({ zoom: value }),
    async focusContinuously() {
      if (capabilities.focusMode?.includes('continuous')) await want({ focusMode: 'continuous' });
    },
  };
}

/** The specification says a list of what it can be, Chromium says whether there is one. */
function canTorch(torch: ImagingCapabilities['torch']): boolean {
  return typeof torch === 'object' ? torch.includes(true) : torch === true;
}

function zoomRange(
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
