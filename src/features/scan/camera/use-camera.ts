import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { workerFrameReader } from '#workers/image-worker-client.ts';
import { CameraSession, type CodeListener } from './camera-session.ts';
import type { CameraState } from './camera-machine.ts';
import { openCamera } from './camera.ts';
import type { CameraDevice } from './camera-devices.ts';
import { watchPresence } from './page-presence.ts';
import type { FrameListener } from './frame-result.ts';
import type { ZoomRange } from './track-controls.ts';

export interface UseCameraOptions {
  /** Called once for each label that comes into view; may change between renders. */
  readonly onCode: CodeListener;
  /** Called for each frame; says which of its codes may be told. Without it the nearest is. */
  readonly onFrame?: FrameListener;
  /** False closes the camera. Default true. */
  readonly active?: boolean;
  /** False keeps the picture but reads nothing, and the 18 s rest. Default true. */
  readonly reading?: boolean;
  /** The lens that was chosen; null leaves it to the browser. */
  readonly lens?: CameraDevice | null;
}

export interface CameraHandle {
  /** For the element that the video is put into, filling it. */
  readonly viewfinderRef: (element: HTMLElement | null) => void;
  readonly state: CameraState;
  /** The picture is so dark that the torch should be offered. */
  readonly isDark: boolean;
  /** Null where the camera has none. */
  readonly torch: { readonly on: boolean; readonly set: (on: boolean) => void } | null;
  readonly zoom: (ZoomRange & { readonly set: (value: number) => void }) | null;
  /** The cameras to choose from, and the one that shows the picture. Empty while there is none. */
  readonly cameras: readonly CameraDevice[];
  readonly cameraId: string | null;
  /** Opens the camera again after it was `broken`. */
  readonly retry: () => void;
  /** A code in view was chosen by hand: it is not told as new after that. */
  readonly markChosen: (text: string) => void;
}

/** The scanner's camera for as long as the component is shown and the page is visible. */
export function useCamera({
  onCode,
  onFrame,
  active = true,
  reading = true,
  lens = null,
}: UseCameraOptions): CameraHandle {
  const [session] = useState(
    () => new CameraSession({ open: openCamera, reader: workerFrameReader }),
  );
  const snapshot = useSyncExternalStore(session.subscribe, session.snapshot);
  const { state, isDark, torchOn, zoom, cameras, cameraId } = snapshot;

  // Before the camera is wanted below: the first opening is with the chosen lens.
  useEffect(() => session.selectCamera(lens), [session, lens]);
  useEffect(() => session.setListeners(onCode, onFrame), [session, onCode, onFrame]);
  useEffect(() => session.setReading(reading), [session, reading]);
  useEffect(() => {
    if (!active) return undefined;
    const stop = watchPresence({
      onVisible: (visible) => session.setWanted(visible),
      onReturned: (allowed) => session.returned(allowed),
    });
    return () => {
      stop();
      session.setWanted(false);
    };
  }, [session, active]);

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
    retry: session.retry,
    markChosen: session.markChosen,
  };
}
