import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { CameraSession, type ReadingListener } from './camera-session.ts';
import type { CameraState } from './camera-machine.ts';
import { openCamera, type ZoomRange } from './camera.ts';
import { workerFrameReader } from './image-worker-client.ts';
import { watchPresence } from './page-presence.ts';

export interface UseCameraOptions {
  /** Called once for each label that comes into view; may change between renders. */
  readonly onReading: ReadingListener;
  /** False closes the camera. Default true. */
  readonly active?: boolean;
  /** False keeps the picture but reads nothing, and the 18 s rest. Default true. */
  readonly reading?: boolean;
}

export interface UsedCamera {
  /** For the element that the video is put into, filling it. */
  readonly viewfinderRef: (element: HTMLElement | null) => void;
  readonly state: CameraState;
  /** The picture is so dark that the torch should be offered. */
  readonly dark: boolean;
  /** Null where the camera has none. */
  readonly torch: { readonly on: boolean; readonly set: (on: boolean) => void } | null;
  readonly zoom: (ZoomRange & { readonly set: (value: number) => void }) | null;
  /** Opens the camera again after it was `broken`. */
  readonly retry: () => void;
}

/** The scanner's camera for as long as the component is shown and the page is visible. */
export function useCamera({
  onReading,
  active = true,
  reading = true,
}: UseCameraOptions): UsedCamera {
  const [session] = useState(
    () => new CameraSession({ open: openCamera, reader: workerFrameReader }),
  );
  const { state, dark, torchOn, zoom } = useSyncExternalStore(session.subscribe, session.snapshot);

  useEffect(() => session.listen(onReading), [session, onReading]);
  useEffect(() => session.read(reading), [session, reading]);
  useEffect(() => {
    if (!active) return undefined;
    const stop = watchPresence({
      onVisible: (visible) => session.want(visible),
      onReturned: (allowed) => session.returned(allowed),
    });
    return () => {
      stop();
      session.want(false);
    };
  }, [session, active]);

  const setTorch = useCallback((on: boolean) => void session.setTorch(on), [session]);
  const setZoom = useCallback((value: number) => void session.setZoom(value), [session]);
  return {
    viewfinderRef: session.place,
    state,
    dark,
    torch: torchOn === null ? null : { on: torchOn, set: setTorch },
    zoom: zoom === null ? null : { ...zoom, set: setZoom },
    retry: session.retry,
  };
}
