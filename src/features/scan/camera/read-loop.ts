/**
 * Reads frames one after another, so that a slow phone reads fewer of them instead of falling
 * behind.
 */
import { passForFrame, type Crop, type FrameReading, type Pass } from '#workers/frame.ts';
import { type OpenCamera, type GrabbedFrame } from './camera.ts';
import { READ_FAILURES_MAX, READS_PER_SECOND_MAX, STALLED_AFTER_MS } from './scan-constants.ts';

/** Decodes frames: the image worker, in the app. */
export interface FrameReader {
  readonly warmUp: () => Promise<void>;
  /** Takes ownership of the bitmap. */
  readonly readFrame: (bitmap: ImageBitmap, crop: Crop, pass: Pass) => Promise<FrameReading>;
}

export interface DecodedFrame extends FrameReading {
  readonly video: GrabbedFrame['video'];
  /** Milliseconds from grab to result. */
  readonly msToRead: number;
}

interface ReadLoopOptions {
  readonly camera: Pick<OpenCamera, 'grab' | 'position'>;
  readonly reader: FrameReader;
  /** Checked before each frame, and again before its result is reported. */
  readonly isReading: () => boolean;
  readonly onFrame: (frame: DecodedFrame) => void;
  /** The video froze for STALLED_AFTER_MS. Called once, at the end of the loop. */
  readonly onStalled: () => void;
  readonly signal: AbortSignal;
}

/**
 * Runs until aborted or stalled. Retries failed frames, since a dead worker is replaced.
 * @throws the last failure after READ_FAILURES_MAX in a row
 */
export async function runReadLoop(options: ReadLoopOptions): Promise<void> {
  const { camera, signal } = options;
  let frames = 0;
  let failures = 0;
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
      const failure = await readNextFrame(options, passForFrame(frames));
      frames += 1;
      failures = failure === null ? 0 : failures + 1;
      if (failure !== null && failures >= READ_FAILURES_MAX) throw failure;
    }
    await pause(startedAt + 1000 / READS_PER_SECOND_MAX - performance.now(), signal);
  }
}

/** Returns the failure to grab or decode the frame, or null. */
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
