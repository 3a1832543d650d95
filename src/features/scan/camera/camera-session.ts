/** Opens, reads, watches and closes a camera, driven by `camera-machine.ts`. One per scanner screen. */
import {
  DARK_THRESHOLD,
  type Corners,
  type CodeHit,
  passForFrame,
  type Crop,
  type FrameReading,
  type Pass,
} from '#workers/frame.ts';
import {
  toCameraError,
  cameraReducer,
  isPlaying,
  OFF,
  activeAttempt,
  type CameraEvent,
  type CameraState,
} from './camera-machine.ts';
import type { OpenCamera, CameraOpener, GrabbedFrame } from './camera.ts';
import type { CameraDevice } from './camera-devices.ts';
import { createRepeatFilter, type FrameListener } from './labels-in-view.ts';
import {
  LIGHT_THRESHOLD,
  SCAN_BLOCKING_MS,
  SCAN_START_DELAY_MS,
  STALLED_AFTER_MS,
  MAX_READ_FAILURES,
  MAX_READS_PER_SECOND,
} from './scan-constants.ts';
import { type ZoomRange, watchTrack } from './track-controls.ts';

/** Decodes frames; in the app, with the image worker. */
export interface FrameReader {
  readonly warmUp: () => Promise<void>;
  /** Takes ownership of the bitmap. */
  readonly readFrame: (bitmap: ImageBitmap, crop: Crop, pass: Pass) => Promise<FrameReading>;
}

interface DecodedFrame extends FrameReading {
  readonly video: GrabbedFrame['video'];
  /** Milliseconds from capturing the frame to the result. */
  readonly msToRead: number;
}

/** A code that has just come into view. */
export interface DecodedCode {
  readonly text: string;
  /** Video pixels, clockwise from the code's top left. */
  readonly corners: Corners;
  /** All codes of the frame, nearest to the centre first. */
  readonly hits: readonly CodeHit[];
  /** Video size in pixels. */
  readonly frame: { readonly width: number; readonly height: number };
  readonly msToRead: number;
}

/**
 * `accepted` counts as a result; `ignored` is a code that can't be captured, such as another manufacturer's.
 */
export type CodeVerdict = 'accepted' | 'ignored';

const acceptAllHits: FrameListener = ({ hits }) => ({ hits, isChoicePending: false });

interface CameraSnapshot {
  readonly state: CameraState;
  readonly isDark: boolean;
  /** Null if the camera has no torch. */
  readonly torchOn: boolean | null;
  readonly zoom: ZoomRange | null;
  readonly cameras: readonly CameraDevice[];
  readonly cameraId: string | null;
}

interface CameraPorts {
  readonly open: CameraOpener;
  readonly reader: FrameReader;
}

export type CodeListener = (code: DecodedCode) => CodeVerdict;

const NO_CAMERA = {
  isDark: false,
  torchOn: null,
  zoom: null,
  cameras: [],
  cameraId: null,
} as const;
const NO_SNAPSHOT: CameraSnapshot = { state: OFF, ...NO_CAMERA };

interface Opening {
  readonly attempt: number;
  readonly controller: AbortController;
  camera: OpenCamera | null;
}

export class CameraSession {
  readonly #ports: CameraPorts;
  readonly #listeners = new Set<() => void>();
  readonly #repeats = createRepeatFilter();
  #snapshot: CameraSnapshot = NO_SNAPSHOT;
  #codeListener: CodeListener = () => 'ignored';
  #frameListener: FrameListener = acceptAllHits;
  #preferredCamera: CameraDevice | null = null;
  #zoomedOpening: Opening | null = null;
  #openings = 0;
  #opening: Opening | null = null;
  #container: Pick<HTMLElement, 'append'> | null = null;
  #pausedAt: number | null = null;
  #idleTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(ports: CameraPorts) {
    this.#ports = ports;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): CameraSnapshot => this.#snapshot;

  setListeners(onCode: CodeListener, onFrame: FrameListener = acceptAllHits): void {
    this.#codeListener = onCode;
    this.#frameListener = onFrame;
  }

  /** Marks a code that the user selected, so that it isn't reported as new again. */
  readonly markChosen = (text: string): void => {
    this.#repeats.markSeen(text, performance.now());
    this.#dispatch({ type: 'result' });
  };

  /** Moves the video into an element. With null it keeps playing, detached. */
  readonly attachTo = (element: Pick<HTMLElement, 'append'> | null): void => {
    this.#container = element;
    if (this.#opening?.camera) element?.append(this.#opening.camera.element);
  };

  /** Starts or stops the camera. Stopping is synchronous. */
  setNeeded(isNeeded: boolean): void {
    this.#dispatch({ type: 'needed', isNeeded });
  }

  /** Pauses or resumes decoding. While paused the video keeps playing and the 18 s timer stops. */
  setReading(isReading: boolean): void {
    if (isReading === (this.#pausedAt === null)) return;
    const now = performance.now();
    if (this.#pausedAt !== null) this.#repeats.skipPause(this.#pausedAt, now);
    this.#pausedAt = isReading ? null : now;
    this.#updateIdleTimer(true);
  }

  onRefocus(wasGranted: boolean): void {
    this.#dispatch({ type: 'refocused', wasGranted });
  }

  readonly retry = (): void => this.#dispatch({ type: 'retry' });

  /** Switches the torch. The state changes only if the device complies. */
  readonly setTorch = async (on: boolean): Promise<void> => {
    const opening = this.#opening;
    if (!opening?.camera?.hasTorch) return;
    await opening.camera.setTorch(on).then(
      () => opening === this.#opening && this.#change({ torchOn: on }),
      () => undefined,
    );
  };

  /** Sets the zoom. If the device is still applying an earlier value, it gets only the latest value afterwards. */
  readonly setZoom = async (value: number): Promise<void> => {
    const opening = this.#opening;
    const { zoom } = this.#snapshot;
    if (!opening?.camera || zoom === null) return;
    this.#showZoom(Math.min(zoom.max, Math.max(zoom.min, value)));
    if (this.#zoomedOpening === opening) return;
    this.#zoomedOpening = opening;
    await this.#applyZoom(opening, opening.camera, zoom.value);
    if (this.#zoomedOpening === opening) this.#zoomedOpening = null;
  };

  /** Returns the whole current frame; null if there is none. */
  readonly takePicture = async (): Promise<ImageBitmap | null> =>
    (await this.#opening?.camera?.takePicture()) ?? null;

  async #applyZoom(opening: Opening, camera: OpenCamera, from: number): Promise<void> {
    let currentZoom = from;
    for (;;) {
      const requestedZoom = this.#snapshot.zoom?.value;
      if (this.#opening !== opening || requestedZoom === undefined || requestedZoom === currentZoom)
        return;
      const isDone = await camera.setZoom(requestedZoom).then(
        () => true,
        () => false,
      );
      if (isDone) currentZoom = requestedZoom;
      // The device rejected it, so show the last value that worked.
      else if (this.#opening === opening) return this.#showZoom(currentZoom);
    }
  }

  #showZoom(value: number): void {
    const { zoom } = this.#snapshot;
    if (zoom !== null && zoom.value !== value) this.#change({ zoom: { ...zoom, value } });
  }

  /** Sets the preferred camera. If another camera is open, switches to the preferred one immediately. */
  selectCamera(camera: CameraDevice | null): void {
    const isSame =
      camera?.id === this.#preferredCamera?.id && camera?.label === this.#preferredCamera?.label;
    this.#preferredCamera = camera;
    if (!isSame && this.#opening !== null && camera?.id !== this.#snapshot.cameraId) {
      this.#dispatch({ type: 'camera-changed' });
    }
  }

  #dispatch(event: CameraEvent): void {
    const state = cameraReducer(this.#snapshot.state, event, this.#openings + 1);
    if (state !== this.#snapshot.state) this.#enter(state);
    this.#updateIdleTimer(event.type === 'result');
  }

  #enter(state: CameraState): void {
    const attempt = activeAttempt(state);
    if (this.#opening !== null && this.#opening.attempt !== attempt) this.#close(this.#opening);
    this.#change({ state });
    if (attempt !== null && this.#opening === null) void this.#open(attempt);
  }

  #close(opening: Opening): void {
    this.#opening = null;
    opening.controller.abort();
    opening.camera?.close();
    this.#change(NO_CAMERA);
  }

  async #open(attempt: number): Promise<void> {
    const isFirst = this.#openings === 0;
    const controller = new AbortController();
    const opening: Opening = { attempt, controller, camera: null };
    this.#openings = attempt;
    this.#opening = opening;
    try {
      // Load the decoder during the start delay and the permission prompt. A failure will show up with the
      // first frame.
      this.#ports.reader.warmUp().catch(() => undefined);
      if (isFirst) await delay(SCAN_START_DELAY_MS);
      if (controller.signal.aborted) return;
      const camera = await this.#ports.open(controller.signal, this.#preferredCamera);
      if (this.#opening !== opening) return camera.close();
      opening.camera = camera;
      await this.#run(opening, camera);
    } catch (error) {
      this.#dispatch({ type: 'failed', attempt, reason: toCameraError(error).code });
    }
  }

  async #run({ attempt, controller }: Opening, camera: OpenCamera): Promise<void> {
    const { signal } = controller;
    const onInterrupted = () => this.#dispatch({ type: 'interrupted', attempt });
    watchTrack(camera.track, onInterrupted, signal);
    this.#container?.append(camera.element);
    const { hasTorch, zoom, cameras, cameraId } = camera;
    this.#change({ torchOn: hasTorch ? false : null, zoom, cameras, cameraId });
    this.#dispatch({ type: 'opened', attempt });
    await runReadLoop({
      camera,
      reader: this.#ports.reader,
      isReading: () => this.#pausedAt === null,
      onFrame: (frame) => this.#processFrame(frame),
      onStalled: onInterrupted,
      signal,
    });
  }

  #processFrame({ hits, brightness, video, msToRead }: DecodedFrame): void {
    const { isDark } = this.#snapshot;
    const isDarkNow = brightness < (isDark ? LIGHT_THRESHOLD : DARK_THRESHOLD);
    if (isDarkNow !== isDark) this.#change({ isDark: isDarkNow });
    const detections = this.#frameListener({ hits, frame: video });
    if (detections.isChoicePending) this.#noteResult();
    const [reportedHit] = detections.hits;
    if (detections.isNewCopy && reportedHit) this.#repeats.forget(reportedHit.text);
    const texts = hits.map((hit) => hit.text);
    if (!this.#repeats.accepts(texts, performance.now(), reportedHit?.text ?? null) || !reportedHit)
      return;
    const verdict = this.#codeListener({ ...reportedHit, hits, frame: video, msToRead });
    if (verdict === 'accepted') this.#dispatch({ type: 'result' });
    else this.#repeats.markIgnored(reportedHit.text);
  }

  /** Handles a result. Changes the state only if necessary, because every frame may have a result. */
  #noteResult(): void {
    if (this.#snapshot.state.name === 'blocking') this.#dispatch({ type: 'result' });
    else this.#updateIdleTimer(true);
  }

  /** Runs the 18 s timer while frames are read without a result, and restarts it on request. */
  #updateIdleTimer(shouldRestart: boolean): void {
    const shouldRun = isPlaying(this.#snapshot.state) && this.#pausedAt === null;
    if (this.#idleTimer !== null && (shouldRestart || !shouldRun)) {
      clearTimeout(this.#idleTimer);
      this.#idleTimer = null;
    }
    if (!shouldRun || this.#idleTimer !== null || this.#snapshot.state.name === 'blocking') return;
    this.#idleTimer = setTimeout(() => {
      this.#idleTimer = null;
      this.#dispatch({ type: 'idle' });
    }, SCAN_BLOCKING_MS);
  }

  #change(changes: Partial<CameraSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

interface ReadLoopOptions {
  readonly camera: Pick<OpenCamera, 'grab' | 'position'>;
  readonly reader: FrameReader;
  /** Checked before each frame, and again before its result is reported. */
  readonly isReading: () => boolean;
  readonly onFrame: (frame: DecodedFrame) => void;
  /** Called once, at the end of the loop, if the video was frozen for STALLED_AFTER_MS. */
  readonly onStalled: () => void;
  readonly signal: AbortSignal;
}

/**
 * Reads frames one after another, so that a slow phone reads fewer of them instead of falling behind. Runs
 * until aborted or stalled. Retries failed frames, because a crashed worker is replaced.
 * @throws the last failure after MAX_READ_FAILURES in a row
 */
async function runReadLoop(options: ReadLoopOptions): Promise<void> {
  const { camera, signal } = options;
  let frameCount = 0;
  let failureCount = 0;
  let position = camera.position();
  let lastMovedAt = performance.now();
  while (!signal.aborted) {
    const startedAt = performance.now();
    if (camera.position() !== position) {
      position = camera.position();
      lastMovedAt = startedAt;
    }
    if (startedAt - lastMovedAt >= STALLED_AFTER_MS) return options.onStalled();
    if (options.isReading()) {
      const failure = await readNextFrame(options, passForFrame(frameCount));
      frameCount += 1;
      failureCount = failure === null ? 0 : failureCount + 1;
      if (failure !== null && failureCount >= MAX_READ_FAILURES) throw failure;
    }
    await pause(startedAt + 1000 / MAX_READS_PER_SECOND - performance.now(), signal);
  }
}

/** Returns the error if the frame couldn't be captured or decoded, or null. */
async function readNextFrame(options: ReadLoopOptions, pass: Pass): Promise<Error | null> {
  const grabbedAt = performance.now();
  const frame = await options.camera
    .grab(pass)
    .catch((error: unknown) => new Error('A frame could not be grabbed.', { cause: error }));
  if (frame === null || frame instanceof Error) return frame;
  const reading = await options.reader
    .readFrame(frame.bitmap, frame.crop, pass)
    .catch((error: unknown) => new Error('A frame could not be read.', { cause: error }));
  if (reading instanceof Error) return reading;
  if (options.signal.aborted || !options.isReading()) return null;
  options.onFrame({
    ...reading,
    video: frame.video,
    msToRead: performance.now() - grabbedAt,
  });
  return null;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(finish, Math.max(0, ms));
    signal.addEventListener('abort', finish);
    function finish(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    }
  });
}
