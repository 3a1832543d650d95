import { transfer } from 'comlink';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { callImageWorker } from '#workers/image-worker-client.ts';
import type { CameraDevice } from './camera-devices.ts';
import type { CameraState } from './camera-machine.ts';
import { CameraSession, type CodeListener, type FrameReader } from './camera-session.ts';
import { openCamera } from './camera.ts';
import type { FrameListener } from './labels-in-view.ts';
import type { ZoomRange } from './track-controls.ts';

interface UseCameraOptions {
  /** Called once per code that comes into view. May change between renders. */
  readonly onCode: CodeListener;
  /** Called for each frame, and decides which codes may be reported. By default, only the one nearest to the centre. */
  readonly onFrame?: FrameListener;
  /** False closes the camera. Default true. */
  readonly isActive?: boolean;
  /** False keeps the video but stops decoding and the 18 s timer. Default true. */
  readonly isReading?: boolean;
  /** False never loads the decoder, so the camera only takes photos. Default true. */
  readonly isDecoding?: boolean;
  /** The preferred camera; null lets the browser choose. */
  readonly preferredCamera?: CameraDevice | null;
}

export interface CameraHandle {
  /** Ref of the element that the video fills. */
  readonly viewfinderRef: (element: HTMLElement | null) => void;
  readonly state: CameraState;
  /** True if the image is dark enough to offer the torch. */
  readonly isDark: boolean;
  /** Null if the camera has no torch. */
  readonly torch: { readonly on: boolean; readonly set: (on: boolean) => void } | null;
  readonly zoom: (ZoomRange & { readonly set: (value: number) => void }) | null;
  /** The available cameras, and the one in use. Empty without a camera. */
  readonly cameras: readonly CameraDevice[];
  readonly cameraId: string | null;
  /** Returns the whole current frame; null if there is none. */
  readonly takePicture: () => Promise<ImageBitmap | null>;
  /** Reopens a `broken` camera. */
  readonly retry: () => void;
  /** Marks a code that the user selected, so that it isn't reported as new again. */
  readonly markChosen: (text: string) => void;
}

/** Decodes frames in the image worker. */
export const workerFrameReader: FrameReader = {
  warmUp: () => callImageWorker((worker) => worker.warmUp()),
  readFrame: (bitmap, crop, pass) =>
    callImageWorker((worker) => worker.readFrame(transfer(bitmap, [bitmap]), crop, pass)),
};

/** Reads nothing, so the loop only checks that the video is playing. */
const noReader: FrameReader = {
  warmUp: () => Promise.resolve(),
  readFrame: (bitmap) => {
    bitmap.close();
    return Promise.resolve({ hits: [], brightness: 1, msToDecode: 0 });
  },
};

/** Runs the camera while the component is mounted and the page is visible. */
export function useCamera({
  onCode,
  onFrame,
  isActive = true,
  isReading = true,
  isDecoding = true,
  preferredCamera = null,
}: UseCameraOptions): CameraHandle {
  const [session] = useState(
    () =>
      new CameraSession({ open: openCamera, reader: isDecoding ? workerFrameReader : noReader }),
  );
  const snapshot = useSyncExternalStore(session.subscribe, session.snapshot);
  const { state, isDark, torchOn, zoom, cameras, cameraId } = snapshot;

  // Must come before the effect that starts the camera, which uses this choice.
  useEffect(() => session.selectCamera(preferredCamera), [session, preferredCamera]);
  useEffect(() => session.setListeners(onCode, onFrame), [session, onCode, onFrame]);
  useEffect(() => session.setReading(isReading && isDecoding), [session, isReading, isDecoding]);
  useEffect(() => {
    if (!isActive) return undefined;
    const stop = watchPresence({
      onVisible: (isVisible) => session.setNeeded(isVisible),
      onRetryChance: (wasGranted) => session.onRefocus(wasGranted),
    });
    return () => {
      stop();
      session.setNeeded(false);
    };
  }, [session, isActive]);

  const setTorch = useCallback((on: boolean) => void session.setTorch(on), [session]);
  const setZoom = useCallback((value: number) => void session.setZoom(value), [session]);
  return {
    viewfinderRef: session.attachTo,
    state,
    isDark,
    torch: torchOn === null ? null : { on: torchOn, set: setTorch },
    zoom: zoom === null ? null : { ...zoom, set: setZoom },
    cameras,
    cameraId,
    takePicture: session.takePicture,
    retry: session.retry,
    markChosen: session.markChosen,
  };
}

interface PresenceListener {
  readonly onVisible: (isVisible: boolean) => void;
  /** Called when a failed camera may work again: the window regained focus, or permission was granted. */
  readonly onRetryChance: (wasGranted: boolean) => void;
}

/**
 * Reports visibility now and on every change, because the camera and torch must be off while the page is
 * hidden. Also reports focus and a granted permission.
 * @returns an unsubscribe function
 */
function watchPresence({ onVisible, onRetryChance }: PresenceListener): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const reportVisibility = () => onVisible(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', reportVisibility, { signal });
  // Safari doesn't fire visibilitychange for its back-forward cache.
  window.addEventListener('pagehide', () => onVisible(false), { signal });
  window.addEventListener('pageshow', reportVisibility, { signal });
  window.addEventListener(
    'focus',
    () => {
      reportVisibility();
      onRetryChance(false);
    },
    { signal },
  );
  void watchPermission(() => onRetryChance(true), signal);
  reportVisibility();
  return () => controller.abort();
}

async function watchPermission(onGranted: () => void, signal: AbortSignal): Promise<void> {
  // Some browsers don't support this query. It's only a convenience.
  const status = await Promise.resolve()
    .then(() => navigator.permissions.query({ name: 'camera' }))
    .catch(() => null);
  status?.addEventListener('change', () => status.state === 'granted' && onGranted(), { signal });
}
