/** Grabs a frame, has it read, and only then grabs the next: a slow phone reads less often, not late. */
import { passOf, type Crop, type FrameReading, type Pass } from '#workers/frame.ts';
import type { OpenCamera } from './camera.ts';
import type { GrabbedFrame } from './grab-square.ts';
import { READ_FAILURES_MAX, READS_PER_SECOND_MAX, STALLED_AFTER_MS } from './scan-constants.ts';

/** Whoever reads codes off frames: in the app the image worker. */
export interface FrameReader {
  readonly warmUp: () => Promise<void>;
  /** Takes the bitmap over. */
  readonly readFrame: (bitmap: ImageBitmap, crop: Crop, pass: Pass) => Promise<FrameReading>;
}

export interface DecodedFrame extends FrameReading {
  readonly video: GrabbedFrame['video'];
  /** Milliseconds from the grab to the result. */
  readonly msToRead: number;
}

export interface ReadLoopOptions {
  readonly camera: Pick<OpenCamera, 'grab' | 'position'>;
  readonly reader: FrameReader;
  /** Asked before every frame, and once more before its result is given. */
  readonly isReading: () => boolean;
  readonly onFrame: (frame: DecodedFrame) => void;
  /** The picture has not moved for STALLED_AFTER_MS. Said once; the loop has ended then. */
  readonly onStalled: () => void;
  readonly signal: AbortSignal;
}

/**
 * Runs until the signal, or until the picture stalls. A frame that can't be grabbed or read is tried again, since a
 * worker that died is replaced; rejects when that fails READ_FAILURES_MAX times in a row.
 */
export async function runReadLoop(options: ReadLoopOptions): Promise<void> {
  const { camera, signal } = options;
  let frames = 0;
  let failures = 0;
  let position = camera.position();
  let movedAt = performance.now();
  while (!signal.aborted) {
    const startedAt = performance.now();
    if (camera.position() !== position) {
      position = camera.position();
      movedAt = startedAt;
    }
    if (startedAt - movedAt >= STALLED_AFTER_MS) return options.onStalled();
    if (options.isReading()) {
      const failure = await readOne(options, passOf(frames));
      frames += 1;
      failures = failure === null ? 0 : failures + 1;
      if (failure !== null && failures >= READ_FAILURES_MAX) throw failure;
    }
    await rest(startedAt + 1000 / READS_PER_SECOND_MAX - performance.now(), signal);
  }
}

/** Answers with the failure to grab or to read the frame, or null. */
async function readOne(options: ReadLoopOptions, pass: Pass): Promise<Error | null> {
  const grabbedAt = performance.now();
  const grabbed = await options.camera
    .grab(pass)
    .catch((error: unknown) => new Error('A frame could not be grabbed.', { cause: error }));
  if (grabbed === null || grabbed instanceof Error) return grabbed;
  const reading = await options.reader
    .readFrame(grabbed.bitmap, grabbed.crop, pass)
    .catch((error: unknown) => new Error('A frame could not be read.', { cause: error }));
  if (reading instanceof Error) return reading;
  if (options.signal.aborted || !options.isReading()) return null;
  options.onFrame({
    ...reading,
    video: grabbed.video,
    msToRead: performance.now() - grabbedAt,
  });
  return null;
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, Math.max(0, ms));
    signal.addEventListener('abort', done);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
