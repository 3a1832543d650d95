/** One open camera, over html5-qrcode's camera module; what that module leaves open is covered here. */
import type { RenderedCamera } from 'html5-qrcode/esm/camera/core';
import { CameraFactory } from 'html5-qrcode/esm/camera/factories';
import type { Pass } from '#workers/frame.ts';
import { CameraError, toCameraError } from './camera-error.ts';
import type { CameraProblem } from './camera-machine.ts';
import { grabSquare, type GrabbedFrame } from './grab-square.ts';
import { findSavedCamera, toCameraDevices, type CameraDevice } from './camera-devices.ts';
import { oneAtATime, type CameraOpener } from './opening-queue.ts';
import { STALLED_AFTER_MS } from './scan-constants.ts';
import { trackControls, type TrackControls } from './track-controls.ts';

/** A camera that is open. Close it once you are done. */
export interface OpenCamera extends Pick<
  TrackControls,
  'hasTorch' | 'setTorch' | 'zoom' | 'setZoom'
> {
  /** Holds the video; put it where the picture shall be. */
  readonly element: HTMLElement;
  readonly track: MediaStreamTrack;
  /** Where the video stands, in seconds; it grows while pictures come. */
  position(): number;
  /** The current picture's square, scaled for the pass; null while there is none. Rejects where it can't be had. */
  grab(pass: Pass): Promise<GrabbedFrame | null>;
  /** Every lens of the device, this one among them. */
  readonly cameras: readonly CameraDevice[];
  /** Null where the browser does not tell. */
  readonly cameraId: string | null;
  /** Stops the stream, and with it the torch, and takes the picture off the page. At once. */
  close(): void;
}

/** `exact` would fail on a laptop; the size is what the thorough pass can use and phones give at ease. */
const PICTURE: MediaTrackConstraints = { width: { ideal: 1920 }, height: { ideal: 1080 } };
const BACK_CAMERA: MediaTrackConstraints = { ...PICTURE, facingMode: { ideal: 'environment' } };

/**
 * Opens the camera and waits for its first picture; one opening at a time in the whole page.
 * The signal closes the stream whenever it comes, even in the middle of opening.
 * Rejects with CameraError; its code is `aborted` after the signal.
 */
export const openCamera: CameraOpener = oneAtATime(open);

async function open(signal: AbortSignal, kept: CameraDevice | null): Promise<OpenCamera> {
  if (signal.aborted) throw new CameraError('aborted', signal.reason);
  try {
    const factory = await CameraFactory.failIfNotSupported();
    const camera = await createCamera(factory, findSavedCamera(await listCameras(), kept));
    // The module gives its stream away only by rendering it, so that is done even after an abort.
    const element = videoHolder();
    const rendered = await camera.render(element, {}, { onRenderSurfaceReady: () => undefined });
    return await showing(rendered, element, signal);
  } catch (error) {
    throw toCameraError(error);
  }
}

/** A lens that was chosen and is not to be had now (in a dock, unplugged) leaves it to the browser. */
async function createCamera(factory: CameraFactory, lens: CameraDevice | null) {
  if (lens === null) return factory.create(BACK_CAMERA);
  try {
    return await factory.create({ ...PICTURE, deviceId: { exact: lens.id } });
  } catch (error) {
    if (toCameraError(error).code !== 'missing') throw error;
    return factory.create(BACK_CAMERA);
  }
}

/** Browsers that won't list cameras only lack the choice. */
async function listCameras(): Promise<CameraDevice[]> {
  return navigator.mediaDevices.enumerateDevices().then(toCameraDevices, () => []);
}

/**
 * An element for the module to put its video into. The module plays the video without waiting for
 * it, so that a camera closed before its first picture would be an unhandled rejection.
 */
function videoHolder(): HTMLElement {
  const holder = document.createElement('div');
  holder.style.cssText = 'width:100%;height:100%';
  holder.append = (...nodes) => {
    HTMLElement.prototype.append.apply(holder, nodes);
    for (const video of holder.querySelectorAll('video')) {
      const play = video.play.bind(video);
      video.play = () => {
        const playing = play();
        playing.catch(() => undefined);
        return playing;
      };
    }
  };
  return holder;
}

async function showing(
  rendered: RenderedCamera,
  element: HTMLElement,
  signal: AbortSignal,
): Promise<OpenCamera> {
  const video = rendered.getSurface();
  // The module's own handlers throw into the void, and its width is the detached element's: none.
  video.onabort = null;
  video.onerror = null;
  video.style.cssText = 'display:block;width:100%;height:100%;object-fit:cover';
  const [track] = video.srcObject instanceof MediaStream ? video.srcObject.getVideoTracks() : [];
  if (track === undefined) throw new CameraError('missing', 'no video track');
  try {
    await firstPicture(video, track, signal);
    const camera = openedCamera(rendered, element, track, await listCameras());
    if (signal.aborted) throw new CameraError('aborted', signal.reason);
    return camera;
  } catch (error) {
    void rendered.close();
    throw error;
  }
}

/** Waits until the video plays; a browser that won't play outside of the page gets to show it anyway. */
async function firstPicture(
  video: HTMLVideoElement,
  track: MediaStreamTrack,
  signal: AbortSignal,
): Promise<void> {
  const settled = new AbortController();
  const once = { once: true, signal: settled.signal };
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (code: CameraProblem) => () => reject(new CameraError(code, signal.reason));
      if (signal.aborted) return fail('aborted')();
      signal.addEventListener('abort', fail('aborted'), once);
      track.addEventListener('ended', fail('busy'), once);
      video.addEventListener('playing', () => resolve(), once);
      timer = setTimeout(resolve, STALLED_AFTER_MS);
    });
  } finally {
    settled.abort();
    clearTimeout(timer);
  }
}

function openedCamera(
  rendered: RenderedCamera,
  element: HTMLElement,
  track: MediaStreamTrack,
  cameras: readonly CameraDevice[],
): OpenCamera {
  const video = rendered.getSurface();
  const { hasTorch, setTorch, zoom, setZoom, focusContinuously } = trackControls(track);
  // A camera that will not focus so shows its picture all the same.
  focusContinuously().catch(() => undefined);
  return {
    ...{ hasTorch, setTorch, zoom, setZoom, cameras },
    cameraId: track.getSettings().deviceId ?? null,
    element,
    track,
    position: () => video.currentTime,
    grab: (pass) => grabSquare(video, pass),
    close: () => {
      element.remove();
      void rendered.close();
    },
  };
}
