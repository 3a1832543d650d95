/** An open camera, built on html5-qrcode's camera module, with workarounds for its gaps. */
import type { RenderedCamera } from 'html5-qrcode/esm/camera/core';
import { CameraFactory } from 'html5-qrcode/esm/camera/factories';
import { type Pass, centreSquare, frameSize, type Crop } from '#workers/frame.ts';
import { findSavedCamera, toCameraDevices, type CameraDevice } from './camera-devices.ts';
import { CameraError, toCameraError, type CameraProblem } from './camera-machine.ts';
import { STALLED_AFTER_MS } from './scan-constants.ts';
import { createTrackControls, type TrackControls } from './track-controls.ts';

/** An open camera. The caller must close it. */
export interface OpenCamera extends Pick<
  TrackControls,
  'hasTorch' | 'setTorch' | 'zoom' | 'setZoom'
> {
  /** Contains the video element. */
  readonly element: HTMLElement;
  readonly track: MediaStreamTrack;
  /** Playback position in seconds; grows while frames arrive. */
  position(): number;
  /**
   * Returns the current frame's centre square, scaled for the pass; null before the first frame.
   * Rejects if the frame can't be captured.
   */
  grab(pass: Pass): Promise<GrabbedFrame | null>;
  /** Returns the whole current frame; null before the first one. Rejects if it can't be captured. */
  takePicture(): Promise<ImageBitmap | null>;
  /** All cameras of the device, including this one. */
  readonly cameras: readonly CameraDevice[];
  /** Null if the browser doesn't report it. */
  readonly cameraId: string | null;
  /** Stops the stream and the torch and removes the video, synchronously. */
  close(): void;
}

/**
 * The size is only `ideal`, because `exact` would fail on laptops. Phones easily provide this size, and the thorough
 * pass can use all of it.
 */
const RESOLUTION: MediaTrackConstraints = { width: { ideal: 1920 }, height: { ideal: 1080 } };
const BACK_CAMERA: MediaTrackConstraints = { ...RESOLUTION, facingMode: { ideal: 'environment' } };

/**
 * Opens the camera and waits for the first frame. A page opens only one camera at a time. Aborting closes the stream,
 * even while it's still opening.
 * @throws CameraError, with the code `aborted` after an abort
 */
export const openCamera: CameraOpener = oneAtATime(open);

async function open(
  signal: AbortSignal,
  preferredCamera: CameraDevice | null,
): Promise<OpenCamera> {
  if (signal.aborted) throw new CameraError('aborted', signal.reason);
  try {
    const factory = await CameraFactory.failIfNotSupported();
    const camera = await createCamera(
      factory,
      findSavedCamera(await listCameras(), preferredCamera),
    );
    // The module only exposes its stream by rendering it, so render even after an abort.
    const element = createVideoContainer();
    const renderedCamera = await camera.render(
      element,
      {},
      { onRenderSurfaceReady: () => undefined },
    );
    return await startVideo(renderedCamera, element, signal);
  } catch (error) {
    throw toCameraError(error);
  }
}

/**
 * Creates the preferred camera. Falls back to the browser's choice if that camera is missing, for example because it
 * was unplugged or the laptop is docked.
 */
async function createCamera(factory: CameraFactory, preferredCamera: CameraDevice | null) {
  if (preferredCamera === null) return factory.create(BACK_CAMERA);
  try {
    return await factory.create({ ...RESOLUTION, deviceId: { exact: preferredCamera.id } });
  } catch (error) {
    if (toCameraError(error).code !== 'missing') throw error;
    return factory.create(BACK_CAMERA);
  }
}

/** Lists the device's cameras. The list is empty in browsers that don't list them, and there is then no camera menu. */
async function listCameras(): Promise<CameraDevice[]> {
  return navigator.mediaDevices.enumerateDevices().then(toCameraDevices, () => []);
}

/**
 * Creates the element into which the module renders the video. The module doesn't await `play()`, so closing the camera
 * early would cause an unhandled rejection. Therefore the element catches it.
 */
function createVideoContainer(): HTMLElement {
  const container = document.createElement('div');
  container.style.cssText = 'width:100%;height:100%';
  container.append = (...nodes) => {
    HTMLElement.prototype.append.apply(container, nodes);
    for (const video of container.querySelectorAll('video')) {
      const play = video.play.bind(video);
      video.play = () => {
        const playPromise = play();
        playPromise.catch(() => undefined);
        return playPromise;
      };
    }
  };
  return container;
}

async function startVideo(
  renderedCamera: RenderedCamera,
  element: HTMLElement,
  signal: AbortSignal,
): Promise<OpenCamera> {
  const video = renderedCamera.getSurface();
  // Remove the module's event handlers, because errors that they throw can't be caught. Set the size, because the
  // module takes the width from the element, which is still detached and therefore 0 px wide.
  video.onabort = null;
  video.onerror = null;
  video.style.cssText = 'display:block;width:100%;height:100%;object-fit:cover';
  const [track] = video.srcObject instanceof MediaStream ? video.srcObject.getVideoTracks() : [];
  if (track === undefined) throw new CameraError('missing', 'no video track');
  try {
    await waitForFirstFrame(video, track, signal);
    const camera = toOpenCamera(renderedCamera, element, track, await listCameras());
    if (signal.aborted) throw new CameraError('aborted', signal.reason);
    return camera;
  } catch (error) {
    void renderedCamera.close();
    throw error;
  }
}

/** Waits until the video plays. Resolves on timeout too, because some browsers don't play a detached video. */
async function waitForFirstFrame(
  video: HTMLVideoElement,
  track: MediaStreamTrack,
  signal: AbortSignal,
): Promise<void> {
  const cleanup = new AbortController();
  const onceOptions = { once: true, signal: cleanup.signal };
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (code: CameraProblem) => reject(new CameraError(code, signal.reason));
      if (signal.aborted) return fail('aborted');
      signal.addEventListener('abort', () => fail('aborted'), onceOptions);
      track.addEventListener('ended', () => fail('busy'), onceOptions);
      video.addEventListener('playing', () => resolve(), onceOptions);
      timer = setTimeout(resolve, STALLED_AFTER_MS);
    });
  } finally {
    cleanup.abort();
    clearTimeout(timer);
  }
}

function toOpenCamera(
  renderedCamera: RenderedCamera,
  element: HTMLElement,
  track: MediaStreamTrack,
  cameras: readonly CameraDevice[],
): OpenCamera {
  const video = renderedCamera.getSurface();
  const { hasTorch, setTorch, zoom, setZoom, focusContinuously } = createTrackControls(track);
  // Without continuous focus the camera is still usable.
  focusContinuously().catch(() => undefined);
  return {
    hasTorch,
    setTorch,
    zoom,
    setZoom,
    cameras,
    cameraId: track.getSettings().deviceId ?? null,
    element,
    track,
    position: () => video.currentTime,
    grab: (pass) => grabSquare(video, pass),
    takePicture: () => grabFrame(video),
    close: () => {
      element.remove();
      void renderedCamera.close();
    },
  };
}

/** Opens a camera. If `preferredCamera` is null, the browser chooses one. */
export type CameraOpener = (
  signal: AbortSignal,
  preferredCamera: CameraDevice | null,
) => Promise<OpenCamera>;

/**
 * Makes each opening wait for the previous one. Otherwise, leaving and re-entering the screen during the permission
 * prompt would open two streams. An abandoned opening closes its stream before the next one starts.
 */
export function oneAtATime(open: CameraOpener): CameraOpener {
  let lastOpening: Promise<unknown> = Promise.resolve();
  return (signal, preferredCamera) => {
    const opening = lastOpening.then(() => open(signal, preferredCamera));
    lastOpening = opening.catch(() => undefined);
    return opening;
  };
}

export interface GrabbedFrame {
  readonly bitmap: ImageBitmap;
  readonly crop: Crop;
  /** Video size in pixels. */
  readonly video: { readonly width: number; readonly height: number };
}

/**
 * Captures the centre square of the current frame, scaled for the pass.
 * @returns null before the first frame
 * @throws if neither a bitmap nor a canvas works
 */
export async function grabSquare(
  video: HTMLVideoElement,
  pass: Pass,
): Promise<GrabbedFrame | null> {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0 || height === 0 || video.readyState < video.HAVE_CURRENT_DATA) return null;
  const crop = centreSquare(width, height);
  const size = frameSize(crop, pass);
  const bitmap = await createImageBitmap(video, crop.x, crop.y, crop.width, crop.height, {
    resizeWidth: size.width,
    resizeHeight: size.height,
    // Some versions of Safari reject a video here, but can draw it.
  }).catch(() => drawPart(video, crop, size));
  return { bitmap, crop, video: { width, height } };
}

/** Captures the whole current frame; null before the first one. */
async function grabFrame(video: HTMLVideoElement): Promise<ImageBitmap | null> {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0 || height === 0 || video.readyState < video.HAVE_CURRENT_DATA) return null;
  const fullFrame = { x: 0, y: 0, width, height };
  return createImageBitmap(video).catch(() => drawPart(video, fullFrame, fullFrame));
}

function drawPart(
  video: HTMLVideoElement,
  { x, y, width, height }: Crop,
  size: { readonly width: number; readonly height: number },
): ImageBitmap {
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('This browser has no 2D context.');
  context.drawImage(video, x, y, width, height, 0, 0, size.width, size.height);
  return canvas.transferToImageBitmap();
}
